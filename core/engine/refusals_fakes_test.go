package engine

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"
	"testing/iotest"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/session"
)

// unready is a method that can't begin.
type unready struct{ slow }

func (*unready) Start(*crowd.Dataset, fit.Settings) (fit.Fit, error) {
	return nil, errors.New("the matrix is singular")
}

// unable is a method that can do nothing with what was there before, and can't
// predict.
type unable struct{}

func (*unable) Start(d *crowd.Dataset, _ fit.Settings) (fit.Fit, error) {
	return &unableFit{slowFit{d: d}}, nil
}

func (*unable) Resume(*crowd.Dataset, *crowd.Estimate, fit.Settings) (fit.Fit, error) {
	return nil, errors.New("the matrix is singular")
}

func (*unable) Uses(has crowd.Parts) (crowd.Parts, error) {
	return crowd.Parts{Features: has.Features}, nil
}

type unableFit struct{ slowFit }

func (u *unableFit) Estimate() *crowd.Estimate {
	e := u.slowFit.Estimate()
	e.Confusion = make([]float64, u.d.Workers*u.d.Classes*u.d.Classes)
	return e
}

func (*unableFit) Predict(*crowd.Dataset) (*crowd.Estimate, error) {
	return nil, errors.New("the matrix is singular")
}

// tornLate is a file whose end can't be read.
type tornLate struct{ memory }

func (f tornLate) Open() (io.ReadCloser, error) {
	return io.NopCloser(io.MultiReader(bytes.NewReader(f.text), iotest.ErrReader(errors.New("the disk was pulled out")))), nil
}

// newSampleVisit is v with the sample whose truth nobody knows.
func newSampleVisit(t *testing.T, v *visit) *visit {
	t.Helper()
	v.must(api.Request{Open: &api.Open{Role: api.RoleLabels, Sample: untrue(t)}}, nil)
	return v
}

func untrue(t *testing.T) string {
	t.Helper()
	i := slices.IndexFunc(api.Samples(), func(s api.Sample) bool { return !s.Truth })
	if i < 0 {
		t.Fatal("the truth of every sample is known")
	}
	return api.Samples()[i].Name
}

// resaved is an earlier fit, changed as text or as what it is.
func resaved(s session.Source, old, fresh string, change func(*export.State)) session.Source {
	if change != nil {
		state := must(export.ReadProject(must(s.Open()))).State
		change(state)
		var b bytes.Buffer
		if err := (&export.Project{State: state}).Write(&b); err != nil {
			panic(err)
		}
		return memory{"state.gz", b.Bytes()}
	}
	from := repack(s, true, func(b []byte) []byte { return bytes.Replace(b, []byte(old), []byte(fresh), 1) })
	return memory{"state.gz", must(io.ReadAll(must(from.Open())))}
}
