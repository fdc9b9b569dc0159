package parse

import (
	"slices"
	"strings"
)

// passes are the labels of something that passes, in English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Russian, Chinese
// and Japanese; fails are those of something that doesn't. C and I are those of Inspect.
const (
	passes = ` 1 1.0 + y t p c yes true pass passed passes correct right good ok okay accept accepted approve approved positive pos success
		valid ✓ ✔ 👍 ja j wahr bestanden richtig korrekt gut positiv oui o vrai réussi juste bon bonne positif sí si s verdadero cierto aprobado
		correcto bueno positivo sim verdadeiro aprovado correto bom vero superato corretto giusto buono waar geslaagd juist goed tak prawda
		zaliczone poprawne poprawny dobrze да истина верно правильно правда зачёт зачет хорошо 是 对 對 真 通过 通過 正确 正確 合格 好 はい 真
		正しい 良い 可 `
	fails = ` 0 0.0 -1 - n f i no false fail failed fails incorrect wrong bad reject rejected disapprove disapproved negative neg failure
		invalid not_ok ✗ ✘ ❌ 👎 nein falsch durchgefallen schlecht negativ non faux échoué échec mauvais mauvaise négatif falso suspenso reprobado
		rechazado incorrecto malo negativo não nao reprovado incorreto ruim mau respinto scorretto sbagliato cattivo nee onwaar gezakt onjuist
		fout slecht nie fałsz niezaliczone niepoprawne niepoprawny źle нет ложь неверно неправильно незачёт незачет плохо 否 不是 错 錯 假 不通过
		不通過 错误 錯誤 不合格 坏 壞 いいえ 偽 誤り 悪い 不可 `
)

// Passing returns which of two labels says that something passes: its place, or −1 unless one says so and the other the contrary.
func Passing(labels [2]string) int {
	says := func(label, words string) bool {
		return slices.Contains(strings.Fields(words), strings.ToLower(strings.TrimSpace(label)))
	}
	for n, label := range labels {
		if says(label, passes) && says(labels[1-n], fails) {
			return n
		}
	}
	return -1
}
