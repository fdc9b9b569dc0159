package catalog

import (
	"reflect"
	"testing"
)

// The defaults of the catalog are those of the methods: a struct whose numbers are
// left at zero is the method that nothing is set of.
func TestDefaultsAreTheZeroValues(t *testing.T) {
	for _, e := range All() {
		m, _, err := e.Method(nil)
		if err != nil {
			t.Fatal(err)
		}
		set := reflect.ValueOf(m)
		if set.Kind() != reflect.Pointer {
			set = reflect.New(reflect.TypeOf(m))
			set.Elem().Set(reflect.ValueOf(m))
		}
		zero := reflect.New(set.Type().Elem())
		zero.Elem().Set(set.Elem())
		clearNumbers(zero.Elem())
		full := func(v reflect.Value) any {
			if f := v.MethodByName("WithDefaults"); f.IsValid() {
				return f.Call(nil)[0].Interface()
			}
			return v.Elem().Interface()
		}
		if got, want := full(zero), full(set); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: with zeros it is %+v, by the catalog %+v", e.Name, got, want)
		}
	}
}

// clearNumbers sets all fields to zero that are plain numbers; choices have types of
// their own.
func clearNumbers(v reflect.Value) {
	for n := range v.NumField() {
		f := v.Field(n)
		switch {
		case !v.Type().Field(n).IsExported():
		case f.Type() == reflect.TypeFor[int](), f.Type() == reflect.TypeFor[float64]():
			f.SetZero()
		case f.Kind() == reflect.Struct:
			clearNumbers(f)
		}
	}
}

// Every method says how it comes to its answer, in a sentence or in figures.
func TestEveryMethodSaysHowItDecides(t *testing.T) {
	for _, e := range All() {
		if (e.Decides == "") != e.Product {
			t.Errorf("%s: Product is %v, Decides is %q", e.Name, e.Product, e.Decides)
		}
	}
}

// Settings that addresses and saved files have by an earlier name mean what they did.
func TestFormerNamesOfChoices(t *testing.T) {
	e, err := Find("ma-sldac")
	if err != nil {
		t.Fatal(err)
	}
	was, values, err := e.Method(Values{"search": "yes"})
	if err != nil {
		t.Fatal(err)
	}
	is, _, err := e.Method(Values{"search": "topics"})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(was, is) || values["search"] != "topics" {
		t.Errorf("search=yes is %+v with search %q, want %+v with search topics", was, values["search"], is)
	}
}
