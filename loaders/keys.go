package loaders

// keys interns refs by their JSON type and value.
type keys struct {
	strings map[string]int32
	others  map[string]int32
	next    int32
}

// newKeys makes room for n refs.
func newKeys(n int) *keys {
	return &keys{strings: make(map[string]int32, n), others: map[string]int32{}}
}

// ofString interns a ref that is a string.
func (k *keys) ofString(s string) int32 { return k.intern(k.strings, s) }

// of interns a ref of another type, spelled with the name of its type.
func (k *keys) of(s string) int32 { return k.intern(k.others, s) }

func (k *keys) intern(m map[string]int32, s string) int32 {
	if key, ok := m[s]; ok {
		return key
	}
	m[s] = k.next
	k.next++
	return k.next - 1
}
