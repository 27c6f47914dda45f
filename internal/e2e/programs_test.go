package e2e_test

// programVariable names the program that the test binary is to be.
const programVariable = "E2E_PROGRAM"

// programs are what the test binary can be besides the tests.
var programs = map[string]func() int{}
