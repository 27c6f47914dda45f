// Command obscope shows the text observation an agent reads of an element tree.
package main

func main() {}
