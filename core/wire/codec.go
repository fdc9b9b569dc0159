package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// MaxMessage is how many bytes a message may have. What is big never crosses as
// a message, so anything larger is a mistake.
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

// EncodeReply is Encode for who has to answer: in place of a reply that can't be
// encoded, for its size above all, goes a Fault that says so.
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

// DecodeRequest is the inverse of Encode. It refuses what is no request of this
// version: unknown fields, none or several things asked.
func DecodeRequest(text []byte) (Request, error) {
	var r Request
	if err := decode(text, &r); err != nil {
		return Request{}, err
	}
	asked := count(r.Open != nil, r.Reread != nil, r.Fit != nil, r.Effort != nil, r.Fold != nil, r.Rows != nil, r.Worker != nil, r.Task != nil,
		r.Agree != nil, r.Pairs != nil, r.Amend != nil, r.Compare != nil, r.Advise != nil, r.Judge != nil, r.Plan != nil, r.Picture != nil,
		r.Topics != nil, r.Replay != nil,
		r.Export != nil, r.Drop != nil, r.Cancel != nil)
	if asked != 1 {
		return Request{}, fmt.Errorf("a request asks for %d things instead of one", asked)
	}
	return r, nil
}

// DecodeReply is the inverse of Encode. It refuses what is no reply of this
// version: unknown fields, none or several answers.
func DecodeReply(text []byte) (Reply, error) {
	var r Reply
	if err := decode(text, &r); err != nil {
		return Reply{}, err
	}
	answers := count(r.Progress != nil, r.Fault != nil, r.Opened != nil, r.Fitted != nil, r.Effort != nil, r.Page != nil, r.Worker != nil,
		r.Task != nil, r.Agreed != nil, r.Paired != nil, r.Amended != nil, r.Compared != nil, r.Advised != nil, r.Judged != nil, r.Planned != nil,
		r.Pictured != nil, r.Topical != nil, r.Replayed != nil,
		r.Reopened != nil, r.Exported != nil, r.Dropped != nil)
	if answers != 1 {
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

func count(set ...bool) int {
	n := 0
	for _, s := range set {
		if s {
			n++
		}
	}
	return n
}
