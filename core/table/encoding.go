package table

import (
	"bytes"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"
)

// decode returns text as UTF-8, from one of the encodings that Open names.
func decode(text io.Reader, from string) (io.Reader, error) {
	switch from {
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

// Encode returns a writer of text in one of those encodings, which takes UTF-8. What the encoding lacks becomes its replacement.
// Close ends the text.
func Encode(to io.Writer, as string) io.WriteCloser {
	var t transform.Transformer = transform.Nop
	switch as {
	case "utf-16le":
		t = utf16Encoder{order: binary.LittleEndian}
	case "utf-16be":
		t = utf16Encoder{order: binary.BigEndian}
	case "windows-1252":
		t = encoding.ReplaceUnsupported(charmap.Windows1252.NewEncoder())
	case "windows-1251":
		t = encoding.ReplaceUnsupported(charmap.Windows1251.NewEncoder())
	}
	return transform.NewWriter(to, t)
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

// CodePageOf tells by its words which Windows code page text is in that is neither UTF-8 nor UTF-16: Cyrillic words have no
// letter of ASCII, Western ones mostly do. It returns "" where that can't be told, as of text from East Asia, or of UTF-8
// with a few bytes that are damaged.
func CodePageOf(text []byte) string {
	if mostlyUTF8(text) {
		return ""
	}
	const punctuation = "\x80\x84\x85\x91\x92\x93\x94\x95\x96\x97\xa0\xa7\xab\xb0\xb7\xb9\xbb"
	isHigh := func(c byte) bool { return c >= 0xc0 || c == 0xa8 || c == 0xb8 }
	var western, cyrillic, odd int // words of either, and bytes that are neither letters nor usual signs
	for at := 0; at < len(text); {
		plain, high, last := 0, 0, 0
		for ; at < len(text); at++ {
			if c := text[at]; isHigh(c) {
				high++
				if c == 0xff {
					last++
				}
			} else if c|0x20 >= 'a' && c|0x20 <= 'z' {
				plain++
			} else {
				break
			}
		}
		switch {
		case plain > 0 && last > 0: // no Western word has ÿ, but damaged ones may have this byte
			odd++
		case plain > 0 && high > 0:
			western++
		case high > 1:
			cyrillic++
		}
		if at < len(text) {
			if c := text[at]; c >= 0x80 && !isHigh(c) && bytes.IndexByte([]byte(punctuation), c) < 0 {
				odd++
			}
			at++
		}
	}
	switch {
	case 4*odd > western+cyrillic:
		return ""
	case cyrillic > western:
		return "windows-1251"
	case western > 0:
		return "windows-1252"
	}
	return ""
}

// mostlyUTF8 reports whether text has more characters of several bytes in UTF-8 than bytes that are none.
func mostlyUTF8(text []byte) bool {
	good, bad := 0, 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r == utf8.RuneError && size == 1 {
			bad++
		} else if size > 1 {
			good++
		}
		text = text[size:]
	}
	return good > bad
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

// utf16Encoder is the inverse of utf16Decoder, also of half a surrogate pair.
type utf16Encoder struct {
	order binary.AppendByteOrder
	transform.NopResetter
}

func (u utf16Encoder) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		rest := src[nSrc:]
		c, size := utf8.DecodeRune(rest)
		half := len(rest) >= 3 && rest[0] == 0xed && rest[1] >= 0xa0
		switch {
		case len(dst)-nDst < 4:
			return nDst, nSrc, transform.ErrShortDst
		case !atEOF && len(rest) < utf8.UTFMax && !utf8.FullRune(rest), !atEOF && rest[0] == 0xed && len(rest) < 3:
			return nDst, nSrc, transform.ErrShortSrc
		case half:
			c, size = 0xd000|rune(rest[1]&0x3f)<<6|rune(rest[2]&0x3f), 3
		}
		to := dst[:nDst]
		if c > 0xffff {
			high, low := utf16.EncodeRune(c)
			to, c = u.order.AppendUint16(to, uint16(high)), low
		}
		nDst, nSrc = len(u.order.AppendUint16(to, uint16(c))), nSrc+size
	}
	return nDst, nSrc, nil
}
