package heading_test

import (
	"testing"

	"concord/core/layout/heading"
)

// Names of columns mean the same in every language, with or without accents, case and what makes an id of them.
func TestLanguages(t *testing.T) {
	for _, test := range []struct {
		names heading.Names
		of    string
		like  []string
	}{
		{heading.Tasks, "task", []string{"Task ID", "Aufgabe", "Aufgaben-ID", "Aufgabe Nr", "tâche", "tache", "id_tarefa", "tarea", "compito",
			"opdracht", "zadanie", "задание", "任务编号", "タスクID"}},
		{heading.Workers, "worker", []string{"Bearbeiter", "Kodiererin", "Prüfer", "pruefer", "annotateur", "Évaluateur", "anotador", "avaliador",
			"codificatore", "beoordelaar", "użytkownik", "исполнитель", "标注者", "標註者", "作業者", "評価者名"}},
		{heading.Labels, "label", []string{"Kategorie", "étiquette", "rótulo", "risposta", "oordeel", "ocena", "Ответ", "标签", "ラベル"}},
		{heading.Golds, "truth", []string{"human", "Goldstandard", "Experte", "verità", "эксперт", "专家", "正解"}},
		{heading.Results, "result", []string{"Majority vote", "Konsens", "Mehrheit", "mayoría", "final", "большинство", "多数決", "预测"}},
		{heading.Times, "time", []string{"Zeitstempel", "horodateur", "Marca temporal", "Carimbo de data/hora", "Informazioni cronologiche",
			"Отметка времени", "タイムスタンプ"}},
		{heading.Comments, "comment", []string{"Kommentar", "comentário", "uwagi", "备注"}},
		{heading.Certainties, "confidence", []string{"certainty", "Sicherheit", "confiance", "уверенность", "確信度"}},
	} {
		for _, name := range test.like {
			if !test.names.Has(name) {
				t.Errorf("%s (%s): got no name of a %s, want one", name, heading.English(name), test.of)
			}
		}
	}
	for _, name := range []string{"", "idea", "note book", "Hans", "文章"} {
		if heading.Known(name) {
			t.Errorf("%q: got a known name, want none", name)
		}
	}
}
