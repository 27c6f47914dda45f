// Package e2e holds the tests that run the whole of obscope: the real binary
// in a terminal, operated as a person would, and the path from bytes to the
// screen. Each file is about one promise.
package e2e
