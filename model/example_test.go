package model_test

import (
	"fmt"

	"obscope/model"
)

// The tree is an index beside the elements: a subtree is a run of its order.
func ExamplePlant() {
	c := &model.Capture{Elements: []model.Element{
		{Key: 0, ParentKey: model.NoKey, Role: "window", Name: "Files"},
		{Key: 1, ParentKey: 0, Role: "button", Name: "Open"},
		{Key: 2, ParentKey: 9, Role: "button", Name: "Lost"},
	}}
	model.Plant(c)
	for _, id := range c.Tree.Order {
		fmt.Println(c.Tree.Depth[id], c.Element(id).Label())
	}
	fmt.Println(c.Warnings[0].Text)
	// Output:
	// 0 window "Files"
	// 1 button "Open"
	// 0 button "Lost"
	// 1 element names a parent that is not in the capture; it became a root
}
