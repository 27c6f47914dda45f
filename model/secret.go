package model

import "strings"

// passwordWords are what fields for passwords are called, lower-case.
var passwordWords = []string{
	"password", "passwort", "kennwort", "passcode", "passphrase", "mot de passe", "contraseña", "senha", "wachtwoord",
	"lösenord", "hasło", "пароль", "şifre", "密码", "密碼", "パスワード", "비밀번호",
}

// secretWords are what fields for other secrets are called, lower-case.
var secretWords = []string{
	"api key", "apikey", "access token", "secret key", "client secret", "security code", "cvv", "cvc",
}

// NamesPassword reports whether a name is what a field for a password is called,
// in one of a dozen languages: what tells where a toolkit does not mark them.
func NamesPassword(name string) bool { return holdsWord(name, passwordWords) }

// NamesSecret is NamesPassword or the name of another secret: a token, a key,
// the code of a card.
func NamesSecret(name string) bool {
	return holdsWord(name, passwordWords) || holdsWord(name, secretWords)
}

func holdsWord(name string, words []string) bool {
	name = strings.ToLower(name)
	for _, w := range words {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}
