package export

import "io"

// Problem is one thing wrong with the input.
type Problem struct {
	File         string
	Line         int // 0: the file as a whole
	Column, Text string
	What, Do     string
}

// WriteProblems writes problems.csv: file,line,column,text,what,do.
func WriteProblems(w io.Writer, problems []Problem, safe bool) error {
	s := newSheet(w, safe, "file", "line", "column", "text", "what", "do")
	err := s.row()
	for _, p := range problems {
		if err != nil {
			break
		}
		s.text(p.File)
		if p.Line > 0 {
			s.int(p.Line)
		} else {
			s.text("")
		}
		s.text(p.Column)
		s.text(p.Text)
		s.text(p.What)
		s.text(p.Do)
		err = s.row()
	}
	return s.flush()
}
