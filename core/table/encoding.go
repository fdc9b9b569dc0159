package table

import (
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"
)

// decode returns text as UTF-8, from one of the encodings that Open names.
func decode(text io.Reader, encoding string) (io.Reader, error) {
	switch encoding {
	case "", "utf-8":
		return text, nil
	case "utf-16le":
		return &utf16Reader{src: text, order: binary.LittleEndian}, nil
	case "utf-16be":
		return &utf16Reader{src: text, order: binary.BigEndian}, nil
	case "windows-1252":
		return transform.NewReader(text, charmap.Windows1252.NewDecoder()), nil
	case "windows-1251":
		return transform.NewReader(text, charmap.Windows1251.NewDecoder()), nil
	}
	return nil, ErrEncoding
}

// EncodingOf tells the encoding of text by its first bytes: UTF-16 by its mark
// or by every other byte being zero, else UTF-8. valid is false where it is
// neither.
func EncodingOf(head []byte) (encoding string, valid bool) {
	if len(head) >= 2 {
		switch {
		case head[0] == 0xff && head[1] == 0xfe:
			return "utf-16le", true
		case head[0] == 0xfe && head[1] == 0xff:
			return "utf-16be", true
		}
	}
	var zeros [2]int // at even and odd places
	for i, c := range head {
		if c == 0 {
			zeros[i&1]++
		}
	}
	switch pairs := len(head) / 2; {
	case zeros[1] > pairs/2 && zeros[0] <= pairs/10:
		return "utf-16le", true
	case zeros[0] > pairs/2 && zeros[1] <= pairs/10:
		return "utf-16be", true
	}
	return "utf-8", utf8.Valid(whole(head))
}

// whole drops a character that the end of head cuts in two.
func whole(head []byte) []byte {
	for n := 1; n < utf8.UTFMax && n <= len(head); n++ {
		if c := head[len(head)-n]; utf8.RuneStart(c) {
			if !utf8.FullRune(head[len(head)-n:]) {
				return head[:len(head)-n]
			}
			break
		}
	}
	return head
}

// utf16Reader decodes UTF-16. Unlike the decoders of x/text it does not put
// U+FFFD in place of half a surrogate pair: it passes on bytes that are not
// valid UTF-8, so that the record which holds them is reported.
type utf16Reader struct {
	src   io.Reader
	order binary.ByteOrder
	in    [4096]byte
	n     int    // bytes pending in in
	out   []byte // bytes pending for the caller
	space [3 * 2048]byte
	err   error
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.out) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		n, err := u.src.Read(u.in[u.n:])
		u.n += n
		u.err = err
		u.convert()
	}
	n := copy(p, u.out)
	u.out = u.out[n:]
	return n, nil
}

// convert moves what is whole from in to out.
func (u *utf16Reader) convert() {
	out, i := u.space[:0], 0
	for ; i+2 <= u.n; i += 2 {
		c := rune(u.order.Uint16(u.in[i:]))
		switch {
		case !utf16.IsSurrogate(c):
			out = utf8.AppendRune(out, c)
			continue
		case i+4 <= u.n:
			if pair := utf16.DecodeRune(c, rune(u.order.Uint16(u.in[i+2:]))); pair != utf8.RuneError {
				out = utf8.AppendRune(out, pair)
				i += 2
				continue
			}
		case u.err == nil:
			u.keep(i) // the other half may follow
			u.out = out
			return
		}
		out = append(out, 0xed, 0x80|byte(c>>6&0x3f), 0x80|byte(c&0x3f)) // the surrogate itself, which UTF-8 forbids
	}
	if u.err != nil && i < u.n { // half a character at the end
		out = append(out, 0xff)
		i = u.n
	}
	u.keep(i)
	u.out = out
}

func (u *utf16Reader) keep(from int) {
	u.n = copy(u.in[:], u.in[from:u.n])
}
