package render

type countKey struct{ dialect, vocabulary string }
type partCounts struct{}
