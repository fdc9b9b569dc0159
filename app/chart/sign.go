package chart

import "fmt"

// Disc is the path of a circle of radius r.
func Disc(at Point, r float64) string {
	return fmt.Sprintf("M%s %sa%[3]s %[3]s 0 1 0 %[4]s 0a%[3]s %[3]s 0 1 0 %[5]s 0", Attr(at.X-r), Attr(at.Y), Attr(r), Attr(2*r), Attr(-2*r))
}

// Triangle is the path of a triangle about as large as a disc of radius r.
func Triangle(at Point, r float64) string {
	return fmt.Sprintf("M%s %sL%s %[4]sL%[5]s %[4]sz", Attr(at.X), Attr(at.Y-1.2*r), Attr(at.X+1.2*r), Attr(at.Y+r), Attr(at.X-1.2*r))
}
