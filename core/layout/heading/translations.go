package heading

import (
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Names of columns in German, French, Spanish, Portuguese, Italian, Dutch, Polish, Russian, Chinese and Japanese, after the English
// name that each stands for. Words that mean something else in English (the French note) are not among them. They are read at the first
// file: that would be half of the worker's start.
var translations = sync.OnceValue(func() map[string]string {
	return translated(`
task: Aufgabe Aufgaben tâche tarea tarefa compito opdracht taak zadanie задание задача 任务 任務 タスク 課題
item: Element Eintrag Objekt élément ítem elemento oggetto onderdeel przedmiot элемент объект 项目 條目 条目 項目 アイテム 対象
question: Frage pregunta pergunta domanda vraag pytanie вопрос 问题 問題 質問 設問
document: Dokument documento документ 文档 文件 文書
sentence: Satz phrase frase oración zin zdanie предложение 句子 文
text: Texte texto testo tekst текст 文本 テキスト 本文
image: Bild imagen imagem immagine afbeelding obraz изображение картинка 图片 图像 圖片 画像
id: Nr Nr. Nummer numéro número numero numer номер 编号 編號 序号 番号
worker: Bearbeiter Bearbeiterin Mitarbeiter travailleur trabajador trabalhador lavoratore medewerker pracownik работник исполнитель
	工人 作業者 ワーカー
annotator: Annotatorin Annotierer Annotierende annotateur annotatrice anotador anotadora annotatore anotator аннотатор разметчик
	标注者 标注员 标注人 標註者 標註員 アノテーター アノテータ 注釈者
coder: Kodierer Kodiererin Codierer Codiererin codeur codeuse codificador codificadora codificatore codeerder koder кодировщик
	编码员 編碼員 コーダー
rater: Bewerter Bewerterin Beurteiler évaluateur évaluatrice evaluador evaluadora avaliador avaliadora valutatore beoordelaar oceniający
	эксперт-оценщик асессор оценщик 评估者 评价者 評價者 評価者 評定者
judge: Richter juge juez juiz giudice rechter sędzia судья 评委 評審 判定者
reviewer: Gutachter Gutachterin Prüfer Pruefer relecteur relectrice revisor revisora revisore recenzent рецензент 审稿人 審查者 査読者
participant: Teilnehmer Teilnehmerin Proband participante partecipante deelnemer uczestnik участник 参与者 參與者 参加者
user: Benutzer Nutzer utilisateur usuario usuário utilizador utente gebruiker użytkownik пользователь 用户 使用者 ユーザー
label: Etikett étiquette etiqueta rótulo etichetta etykieta метка ярлык 标签 標籤 ラベル
answer: Antwort réponse respuesta resposta risposta antwoord odpowiedź ответ 答案 回答
rating: Bewertung Wertung évaluation calificación valoración avaliação valutazione waardering beoordeling ocena оценка 评分 評分 评价 評価 評定
judgment: Urteil jugement juicio julgamento giudizio oordeel osąd суждение 判断 判定
category: Kategorie catégorie categoría categoria categorie kategoria категория 类别 類別 分类 カテゴリ カテゴリー
class: Klasse classe clase klasa класс 类 クラス
value: Wert valeur valor valore waarde wartość значение 值 値
votes: Stimmen votos
vote: Stimme voix voto stem głos голос 投票 票
decision: Entscheidung décision decisión decisão decisione beslissing decyzja решение 决定 決定
result: Ergebnis résultat resultado risultato resultaat wynik результат 结果 結果
left: links gauche izquierda izquierdo esquerda esquerdo sinistra sinistro lewy lewa левый слева 左 左边 左側
right: rechts droite derecha derecho direita direito destra destro prawy prawa правый справа 右 右边 右側
winner: Gewinner Sieger gagnant vainqueur ganador vencedor vincitore winnaar zwycięzca победитель 胜者 勝者
loser: Verlierer perdant perdedor perdente verliezer przegrany проигравший 败者 敗者
better: besser meilleur mejor melhor migliore beter lepszy лучше 更好 より良い
tie: unentschieden Gleichstand égalité empate pareggio gelijkspel remis ничья 平局 引き分け
voter: Wähler Abstimmender votant votante eleitor kiezer głosujący голосующий 投票者 投票人
truth: Wahrheit vérité verdad verdade verità waarheid prawda истина 真值 真实标签 真の値
correct: richtig korrekt correcto correto corretto juist poprawny poprawna правильно правильный 正确 正確 正解
gold: Goldstandard Musterlösung vérité_terrain richtige_Antwort korrekte_Antwort bonne_réponse
	réponse_correcte respuesta_correcta
	resposta_correta risposta_corretta juiste_antwoord poprawna_odpowiedź правильный_ответ 正确答案 gold-standard
	goudstandaard золото 金标准 黄金标准 ゴールド
expert: Experte Expertin experto experta especialista perito esperto esperta deskundige ekspert эксперт 专家 專家 専門家
human: Mensch humain humano umano mens człowiek человек 人工 人类 人間
majority: Mehrheit Mehrheitsurteil majorité mayoría maioria maggioranza meerderheid większość большинство 多数 多數 多数票 多数決
consensus: Konsens consenso konsensus консенсус 共识 共識 合意
final: endgültig Endergebnis Endurteil abschließend définitif definitivo finale définitive definitief eindoordeel
	ostateczny końcowy итог итоговый
	最终 最終 最终结果
prediction: Vorhersage prédiction predicción predição previsão predizione previsione voorspelling predykcja предсказание 预测 預測 予測
agreement: Übereinstimmung Einigkeit concordance accord acuerdo concordancia concordância acordo accordo concordanza overeenstemming
	zgodność согласие совпадение 一致 一致性 一致率 一致度
mean: Mittelwert Durchschnitt moyenne promedio media média gemiddelde średnia среднее 平均 平均值 平均値
count: Anzahl nombre cantidad quantidade conteggio aantal liczba количество 数量 次数 件数 人数
total: Summe Gesamt somme suma soma somma totale totaal razem сумма итого 总数 總數 合计 合計
timestamp: Zeitstempel horodateur horodatage marca_temporal carimbo_de_data/hora informazioni_cronologiche tijdstempel sygnatura_czasowa
	отметка_времени 时间戳 时间戳记 時間戳記 タイムスタンプ
time: Zeit Uhrzeit heure hora tijd tijdstip czas время 时间 時間 時刻 日時
date: Datum fecha дата 日期 日付
year: Jahr année año ano jaar rok год 年 年份
month: Monat mois mes mês mese maand miesiąc месяц 月
day: Tag jour día dia giorno dag dzień день 日
duration: Dauer durée duración duração durata duur czas_trwania длительность 时长 所要時間
comment: Kommentar Anmerkung Anmerkungen Bemerkung Bemerkungen Notiz Notizen commentaire commentaires remarque remarques comentario
	comentarios observación observaciones comentário comentários observação observações commento commenti osservazione osservazioni
	opmerking opmerkingen komentarz uwaga uwagi комментарий примечание 备注 備註 评论 コメント 備考
confidence: Sicherheit Konfidenz Gewissheit confiance certitude confianza certeza confiança fiducia certezza sicurezza zekerheid
	vertrouwen pewność уверенность 置信度 信心 把握 確信度 自信度
`)
})

// affixes make the name of an id of the name of a thing: Aufgaben-ID, id_tarefa, 任务编号.
var affixes = Words(`id nr nummer name num numero номер код 编号 編號 番号 号 名 名前`)

// translated returns the English names of a table, by the others as they are compared.
func translated(table string) map[string]string {
	all, english := make(map[string]string), ""
	for _, word := range strings.Fields(table) {
		if name, ok := strings.CutSuffix(word, ":"); ok {
			english = name
			continue
		}
		all[unaccented(Plain(word))] = english
	}
	return all
}

// English returns a name as it is compared (Plain), in English if it is known in another language.
func English(name string) string {
	plain := Plain(name)
	bare := unaccented(plain)
	known := translations()
	if english, ok := known[bare]; ok {
		return english
	}
	for _, affix := range affixes {
		for _, cut := range []func(string, string) (string, bool){strings.CutSuffix, strings.CutPrefix} {
			if rest, ok := cut(bare, affix); ok {
				if english, ok := known[rest]; ok {
					return english + "id"
				}
			}
		}
	}
	return plain
}

// unaccented returns a name without its accents, which people and programs often leave out.
func unaccented(name string) string {
	if !strings.ContainsFunc(name, func(c rune) bool { return c >= utf8.RuneSelf }) {
		return name
	}
	return strings.Map(func(c rune) rune {
		if c >= 0x300 && c <= 0x36f {
			return -1
		}
		return c
	}, norm.NFD.String(name))
}
