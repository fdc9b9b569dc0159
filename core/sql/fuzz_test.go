package sql_test

import (
	"strings"
	"testing"

	"concord/core/sql"
)

// FuzzClient has a client print anything, call by call: a fit is opened, or an error says why not. Names come back as they were,
// whatever the client draws around rows.
func FuzzClient(f *testing.F) {
	d, err := sql.FindDialect("duckdb")
	if err != nil {
		f.Fatal(err)
	}
	const whole = "concord:label,796573,2;concord:label,6e6f,1;concord:spelt,3;concord:nameless,0;\n" +
		"concord:tasks,1;concord:workers,1;concord:labels,3;concord:pairs,3;concord:given,0,2;concord:given,1,1;concord:step,0,,,;\n" +
		"concord:step,1,-1.5,0.25,;\n"
	f.Add(whole, "a,b;", "│ ", uint8(0))
	f.Add(strings.Replace(whole, "1,-1.5,0.25,", "0,,,", 1), "", "", uint8(0))
	f.Add(whole+"concord:answers,1;", "é\x00", "", uint8(1))
	f.Add(strings.Replace(whole, "label,796573,2", "label", 1), "", "concord:", uint8(2))
	f.Add(strings.Replace(whole, "1,-1.5,0.25,", "1", 1), "", "", uint8(0))
	f.Add(strings.Replace(whole, "given,0,2", "given,0", 1), "x", "", uint8(0))
	f.Add(strings.Replace(whole, "nameless,0;", "nameless,0;concord:table,705f73657474696e6773;", 1)+"concord:setting,00;", "", "", uint8(0))
	f.Fuzz(func(t *testing.T, printed, name, frame string, how uint8) {
		calls := strings.SplitAfter(printed, "\n")
		if strings.ContainsAny(frame, ",;") { // it might be the end of a row
			return
		}
		client := func(_ string, line func([]byte) error) (string, error) {
			now := ""
			if len(calls) > 0 {
				now, calls = calls[0], calls[1:]
			}
			return "", line([]byte(now + "concord:end,1;"))
		}
		j := jobOf(d, []string{"ds", "fds", "majority"}[how%3], [6]string{"t", "p_", "a", "b", "c", "no"})
		from, err := sql.Open(j, func(sql string, line func([]byte) error) (string, error) { return client(sql, line) },
			sql.Options{Fresh: how&128 > 0})
		if err != nil {
			return
		}
		_, _ = from.Sample(0)
	})
}
