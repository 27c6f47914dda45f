// Package screentest runs a terminal program the way a person does: in a
// pseudo-terminal, with keys and mouse, reading the screen it paints.
//
//	term := screentest.Start(t, 80, 24, binary, "save.json")
//	term.Press("/").Type("save").Press("enter")
//	term.See("2 of 214 elements")
//
// Nothing sleeps to wait. See looks again whenever the program has written
// something and fails, with a copy of the screen, when the time is up. While a
// program paints a frame in synchronized output (mode 2026) the screen stays
// at the frame before, as it does for a person, so no test meets half a frame.
//
// A Grid is one such screen; it can be written as text, SVG or PNG.
//
// Pseudo-terminals are Unix: on Windows everything compiles and Start skips
// the test.
package screentest
