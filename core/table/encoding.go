package table

import (
	"bytes"
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
		return transform.NewReader(text, utf16Decoder{order: binary.LittleEndian}), nil
	case "utf-16be":
		return transform.NewReader(text, utf16Decoder{order: binary.BigEndian}), nil
	case "windows-1252":
		return transform.NewReader(text, charmap.Windows1252.NewDecoder()), nil
	case "windows-1251":
		return transform.NewReader(text, charmap.Windows1251.NewDecoder()), nil
	}
	return nil, ErrEncoding
}

// EncodingOf detects the encoding of text by its first bytes: UTF-16 by its mark or by
// every other byte being zero, otherwise UTF-8. valid is false if it is neither.
func EncodingOf(head []byte) (encoding string, valid bool) {
	var zeros [2]int // at even and odd places
	for i, c := range head {
		if c == 0 {
			zeros[i&1]++
		}
	}
	switch pairs := len(head) / 2; {
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}):
		return "utf-16le", true
	case bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return "utf-16be", true
	case zeros[1] > pairs/2 && zeros[0] <= pairs/10:
		return "utf-16le", true
	case zeros[0] > pairs/2 && zeros[1] <= pairs/10:
		return "utf-16be", true
	}
	return "utf-8", utf8.Valid(whole(head))
}

// whole drops a character that the end of head splits.
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

// utf16Decoder decodes UTF-16. Unlike the decoders of x/text it does not put
// U+FFFD in place of half a surrogate pair: it passes on bytes that are not
// valid UTF-8, so that the record which holds them is reported.
type utf16Decoder struct {
	order binary.ByteOrder
	transform.NopResetter
}

func (u utf16Decoder) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		rest := src[nSrc:]
		switch {
		case len(dst)-nDst < utf8.UTFMax:
			return nDst, nSrc, transform.ErrShortDst
		case len(rest) == 1 && !atEOF:
			return nDst, nSrc, transform.ErrShortSrc
		case len(rest) == 1: // half a character
			dst[nDst] = 0xff
			return nDst + 1, nSrc + 1, nil
		}
		c, size := rune(u.order.Uint16(rest)), 2
		if !utf16.IsSurrogate(c) {
			nDst, nSrc = len(utf8.AppendRune(dst[:nDst], c)), nSrc+size
			continue
		}
		if len(rest) < 4 && !atEOF {
			return nDst, nSrc, transform.ErrShortSrc // the other half may follow
		}
		to := append(dst[:nDst], 0xed, 0x80|byte(c>>6&0x3f), 0x80|byte(c&0x3f)) // the surrogate itself, which UTF-8 forbids
		if len(rest) >= 4 {
			if pair := utf16.DecodeRune(c, rune(u.order.Uint16(rest[2:]))); pair != utf8.RuneError {
				to, size = utf8.AppendRune(dst[:nDst], pair), 4
			}
		}
		nDst, nSrc = len(to), nSrc+size
	}
	return nDst, nSrc, nil
}
