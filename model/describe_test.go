package model_test

import (
	"math"
	"testing"

	"obscope/model"
)

func TestCoordinatesHaveOneDecimalAtMost(t *testing.T) {
	for f, want := range map[float64]string{
		12: "12", 0.25: "0.3", -0.25: "-0.3", 999.99: "1000", -0.04: "0", 7.5: "7.5",
		1 << 31: "2147483648", -math.MaxFloat64: "-1.798e+308", math.Inf(1): "+Inf",
	} {
		if got := model.Coordinate(f); got != want {
			t.Errorf("%v is printed as %s, want %s", f, got, want)
		}
	}
	if got, want := (model.Rect{X: 10, Y: 20.54, W: 300, H: 40}).String(), "10,20.5 300x40"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
