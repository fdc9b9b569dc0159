package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
)

// MaxMessage is how many bytes a message may have; anything larger is a mistake.
const MaxMessage = 16 << 20

// Encode returns the text of a message.
func Encode[M Request | Reply](m M) ([]byte, error) {
	text, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("a message can't be encoded: %w", err)
	}
	if len(text) > MaxMessage {
		return nil, fmt.Errorf("a message has %d bytes, more than %d", len(text), MaxMessage)
	}
	return text, nil
}

// EncodeReply encodes a reply or, if it can't be encoded (above all, if it is too large), a
// Fault that says so.
func EncodeReply(r Reply) []byte {
	text, err := Encode(r)
	if err != nil {
		text, err = Encode(Reply{ID: r.ID, Fault: &Fault{Broken: true, Message: fmt.Sprintf(
			"This can't be shown: %s. Names or texts of that length are too much for a page; a download holds all of them.", err)}})
	}
	if err != nil {
		panic(err) // a sentence can be encoded
	}
	return text
}

// DecodeRequest is the inverse of Encode. It refuses unknown fields, and requests that do
// not ask for exactly one thing.
func DecodeRequest(text []byte) (Request, error) {
	var r Request
	if err := decode(text, &r); err != nil {
		return Request{}, err
	}
	if asked := count(r); asked != 1 {
		return Request{}, fmt.Errorf("a request asks for %d things instead of one", asked)
	}
	return r, nil
}

// DecodeReply is the inverse of Encode. It refuses unknown fields, and replies without exactly one answer.
func DecodeReply(text []byte) (Reply, error) {
	var r Reply
	if err := decode(text, &r); err != nil {
		return Reply{}, err
	}
	if answers := count(r); answers != 1 {
		return Reply{}, fmt.Errorf("a reply has %d answers instead of one", answers)
	}
	return r, nil
}

func decode(text []byte, to any) error {
	if len(text) > MaxMessage {
		return fmt.Errorf("a message has %d bytes, more than %d", len(text), MaxMessage)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return fmt.Errorf("not a message: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("not a message: there is more after it")
	}
	return nil
}

// count returns how many pointers of a message are set.
func count(message any) (n int) {
	for _, field := range reflect.ValueOf(message).Fields() {
		if field.Kind() == reflect.Pointer && !field.IsNil() {
			n++
		}
	}
	return n
}
