package model_test

import (
	"testing"

	"obscope/model"
)

func TestNamesOfSecretFields(t *testing.T) {
	for _, tt := range []struct {
		name             string
		password, secret bool
	}{
		{"", false, false}, {"Name", false, false}, {"Code", false, false},
		{"Your Password (again)", true, true}, {"KENNWORT", true, true}, {"Lösenord", true, true}, {"ПАРОЛЬ", true, true}, {"新しいパスワード", true, true},
		{"API key", false, true}, {"Security code", false, true}, {"CVC", false, true},
	} {
		if got := model.NamesPassword(tt.name); got != tt.password {
			t.Errorf("NamesPassword(%q) = %v", tt.name, got)
		}
		if got := model.NamesSecret(tt.name); got != tt.secret {
			t.Errorf("NamesSecret(%q) = %v", tt.name, got)
		}
	}
}
