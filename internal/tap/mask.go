package tap

import (
	"regexp"
	"slices"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/loaders"
	"obscope/model"
)

// masked stands for a secret in a record.
const masked = "••••"

// A masker takes secrets out of messages: what members, headers and fields of
// their names hold, keys by the marks that vendors give them, and what password
// fields of an element tree hold. A secret that was met once is masked wherever
// it comes again, since what is typed into a field comes back in the next tree.
type masker struct {
	known []string
}

// shortest is the length in bytes from which a text is masked wherever it
// occurs; a shorter one would take half of an ordinary text with it.
const shortest = 4

// message masks a message that is JSON; the rest of it stays as it was spelled.
func (m *masker) message(message []byte) []byte {
	v, err := jsontext.Parse(string(message))
	if err != nil {
		return jsontext.AppendQuote(nil, masked)
	}
	return jsonPrinter.Append(nil, m.value(v, false))
}

var jsonPrinter = jsontext.Printer{
	Comma: ",", Colon: ":", Name: jsontext.AppendQuote,
	Scalar: func(dst []byte, v jsontext.Value) []byte {
		if v.Kind == jsontext.String {
			return jsontext.AppendQuote(dst, v.Text)
		}
		return append(dst, v.Raw...)
	},
}

// value masks within a value, and all that it holds if it is secret itself.
func (m *masker) value(v jsontext.Value, secret bool) jsontext.Value {
	switch v.Kind {
	case jsontext.String:
		if secret {
			m.remember(v.Text)
			return jsontext.StringValue(masked)
		}
		return jsontext.StringValue(m.text(v.Text))
	case jsontext.Number:
		if secret {
			return jsontext.StringValue(masked)
		}
	case jsontext.Array:
		items := make([]jsontext.Value, len(v.Items))
		for i, item := range v.Items {
			items[i] = m.value(item, secret)
		}
		v.Items = items
	case jsontext.Object:
		field := aboutSecret(v)
		members := make([]jsontext.Member, len(v.Members))
		for i, member := range v.Members {
			hides := secret || secretMember(member.Name) || field && slices.Contains(contentMembers, member.Name)
			members[i] = jsontext.Member{Name: member.Name, Value: m.value(member.Value, hides)}
		}
		v.Members = members
	}
	return v
}

// Members by which tools name a field, and by which they say what goes into it.
var (
	namingMembers  = []string{"element", "name", "label", "target", "selector", "placeholder", "field", "key", "type"}
	contentMembers = []string{"text", "value", "values", "content"}
)

// aboutSecret reports whether an object is about a field for a secret, as
// {"element": "Password", "text": "…"} is.
func aboutSecret(v jsontext.Value) bool {
	for _, name := range namingMembers {
		if of := v.Member(name); of.Kind == jsontext.String && model.NamesSecret(of.Text) {
			return true
		}
	}
	return false
}

// secretMember reports whether a member or header is named as secrets are.
func secretMember(name string) bool {
	name = strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name))
	if strings.HasSuffix(name, "progresstoken") { // MCP joins notifications to requests by it
		return false
	}
	for _, word := range []string{"authorization", "cookie", "password", "passwd", "passphrase", "secret", "apikey", "accesskey", "privatekey", "credential"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return strings.HasSuffix(name, "token")
}

var (
	// secretHeader is a header in a text, with what it holds.
	secretHeader = regexp.MustCompile(`(?i)\b((?:proxy-)?authorization|(?:set-)?cookie|x-api-key|api[-_]key)(["']?\s*[:=]\s*["']?)[^\r\n"']+`)
	// secretKey is a key by the mark of its vendor: a bearer token, keys of
	// OpenAI, Anthropic, Stripe, GitHub, Slack, AWS and Google, a JSON Web Token.
	secretKey = regexp.MustCompile(`(?i:\bbearer\s+)[\w.~+/=-]{8,}|\b(?:sk|pk|rk)[-_][\w-]{12,}|\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bxox[abprs]-[\w-]{10,}|\bA[KS]IA[A-Z0-9]{16}\b|\bAIza[\w-]{30,}|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*`)
)

// text masks within a text, which may be JSON or hold an element tree.
func (m *masker) text(s string) string {
	if t := strings.TrimSpace(s); t != "" && (t[0] == '{' || t[0] == '[') {
		if v, err := jsontext.Parse(t); err == nil {
			return string(jsonPrinter.Append(nil, m.value(v, false)))
		}
	}
	s = m.tree(s)
	s = secretHeader.ReplaceAllString(s, "${1}${2}"+masked)
	s = secretKey.ReplaceAllString(s, masked)
	for _, secret := range m.known {
		s = strings.ReplaceAll(s, secret, masked)
	}
	return s
}

// tree masks what the password fields of a text hold, if it is a tree.
func (m *masker) tree(s string) string {
	if strings.Count(s, "\n") == 0 {
		return s
	}
	rec, err := loaders.LoadBytes("message", []byte(s), loaders.Options{})
	if err != nil {
		return s
	}
	for _, c := range rec.Captures {
		for i := range c.Elements {
			e := &c.Elements[i]
			if !e.Secure && !model.NamesSecret(e.Name) || e.Value == "" {
				continue
			}
			m.remember(e.Value)
			if len(e.Value) < shortest {
				s = maskInLines(s, e.Value, e.Name)
			}
		}
	}
	return s
}

// maskInLines masks a short secret in the lines that hold the name of its field.
func maskInLines(s, secret, name string) string {
	list := strings.SplitAfter(s, "\n")
	for i, line := range list {
		at := strings.Index(line, name)
		if at < 0 {
			continue
		}
		at += len(name)
		list[i] = line[:at] + strings.ReplaceAll(line[at:], secret, masked)
	}
	return strings.Join(list, "")
}

func (m *masker) remember(secret string) {
	if len(secret) >= shortest && secret != masked && !slices.Contains(m.known, secret) {
		m.known = append(m.known, secret)
	}
}
