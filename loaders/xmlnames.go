package loaders

import "strings"

// xmlNames holds the namespaces that are bound to prefixes while a document is
// read; "" is the prefix of the default namespace of elements.
type xmlNames struct {
	spaces map[string][]string // by prefix, the innermost last
	bound  []xmlBinding        // in the order in which they were bound
}

type xmlBinding struct {
	prefix string
	by     int // the element whose attribute binds it
}

// bind takes the declarations among the attributes of element by.
func (n *xmlNames) bind(by int, attrs []xmlAttr) {
	for _, a := range attrs {
		prefix, ok := strings.CutPrefix(a.Name, "xmlns:")
		if !ok && a.Name != "xmlns" {
			continue
		}
		if !ok {
			prefix = ""
		}
		if n.spaces == nil {
			n.spaces = make(map[string][]string)
		}
		n.spaces[prefix] = append(n.spaces[prefix], a.Value)
		n.bound = append(n.bound, xmlBinding{prefix, by})
	}
}

// unbind forgets what element by has bound, when it ends.
func (n *xmlNames) unbind(by int) {
	for last := len(n.bound) - 1; last >= 0 && n.bound[last].by == by; last-- {
		prefix := n.bound[last].prefix
		n.spaces[prefix] = n.spaces[prefix][:len(n.spaces[prefix])-1]
		n.bound = n.bound[:last]
	}
}

// resolve splits a name into its namespace and what it is called there. A
// prefix that nothing binds stands for its namespace.
func (n *xmlNames) resolve(name string, element bool) (space, local string) {
	prefix, local, ok := strings.Cut(name, ":")
	if !ok {
		if !element {
			return "", name
		}
		prefix, local = "", name
	}
	if list := n.spaces[prefix]; len(list) > 0 {
		return list[len(list)-1], local
	}
	return prefix, local
}
