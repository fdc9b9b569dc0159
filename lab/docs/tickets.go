package main

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"concord/core/simulate"
)

// The tutorial's data: support tickets that eight agents sorted, as a tool exports them, with the mess that such files have. Made up, so
// that the truth is known and the files are free to use.

var (
	ticketClasses = []string{"delivery", "payment", "return", "other"}
	ticketAgents  = []string{"Ana", "Ben", "Chloé", "Dev", "Eli", "Fay", "Gus", "Hana"}
	// What customers write, by class; things and whens are filled in.
	ticketTexts = [][]string{
		{"Where is my %s? The tracking has not moved since %s.", "The courier left the %s with a neighbour I do not know.",
			"My %s was to arrive on %s and nobody came.", "Can you send the %s to another address? It ships %s.",
			"Tracking says delivered %[2]s, but there is no %[1]s."},
		{"I was charged twice for the %s on %s.", "The voucher was not taken off the price of the %s.",
			"My card is refused for the %s since %s.", "Please send an invoice for the %s I paid %s.",
			"You still charge me for the %s, cancelled %s."},
		{"The %s is too small, how do I send it back?", "The %s arrived broken on %s. I want my money back.",
			"I returned the %s on %s and there is no refund yet.", "Wrong colour: may I exchange the %s?",
			"Your label to return the %s does not print."},
		{"Do you sell the %s in green, too?", "I forgot my password and can not order the %s.", "Is the %s safe for children?",
			"Your page shows an error since %[2]s when I look at the %[1]s.", "Thank you for the %s, great service!"},
	}
	ticketThings = []string{"lamp", "kettle", "backpack", "desk", "blanket", "phone case", "pair of boots", "mirror", "tent", "coffee grinder"}
	ticketWhens  = []string{"Monday", "Tuesday", "Friday", "last week", "the 3rd", "the 12th", "yesterday"}
)

// ticketWorld is who labelled what. Fay always says other; Gus copies Ana; Hana takes returns for deliveries.
func ticketWorld() *simulate.World {
	good := func(p float64) simulate.Matrix { return simulate.Coin(4, p) }
	hana := good(.88)
	copy(hana[2*4:], []float64{.6, .03, .35, .02})
	return simulate.DawidSkene{Tasks: 240, Workers: 8, Classes: 4, PerTask: 4, Prior: []float64{.35, .25, .25, .15},
		Confusion: simulate.Crew(good(.8), good(.9), good(.86), good(.84), good(.7), simulate.Always(4, 3), good(.8), hana)}.Draw(11)
}

func ticketName(i int) string { return fmt.Sprintf("T-%04d", 1001+7*i) }

// ticketMessages are what the customers wrote.
func ticketMessages(w *simulate.World) (all []string) {
	random := rand.New(rand.NewPCG(1, 1))
	one := func(of []string) string { return of[random.IntN(len(of))] }
	for _, class := range w.Truth {
		text := one(ticketTexts[class])
		thing, when := one(ticketThings), one(ticketWhens)
		if strings.Count(text, "%") == 1 {
			all = append(all, fmt.Sprintf(text, thing))
		} else {
			all = append(all, fmt.Sprintf(text, thing, when))
		}
	}
	return all
}

// ticketsExport is the export: two lines above the header, spellings that differ, cells without an answer, answers sent twice, a sum
// at the end.
func ticketsExport(string) (string, error) {
	w, random := ticketWorld(), rand.New(rand.NewPCG(2, 2))
	var b strings.Builder
	b.WriteString("Export of project “Tickets, October”\n2026-11-02 09:12\nTicket;Agent;Message;Category;Seconds\n")
	rows := 0
	messages := ticketMessages(w)
	for i, message := range messages {
		from, to := w.Data.Of(i)
		said := map[int32]int{}
		for at := from; at < to; at++ {
			said[w.Data.Worker[at]] = int(w.Data.Class[at])
		}
		if ana, ok := said[0]; ok {
			if _, too := said[6]; too {
				said[6] = ana
			}
		}
		for at := from; at < to; at++ {
			j := w.Data.Worker[at]
			label, seconds := ticketClasses[said[j]], 6+random.IntN(25)
			if j == 5 {
				seconds = 1
			}
			switch random.IntN(30) {
			case 0:
				label = strings.ToUpper(label)
			case 1, 2:
				label = strings.ToUpper(label[:1]) + label[1:]
			case 3:
				label = "skipped"
			case 4:
				label = ""
			}
			row := fmt.Sprintf("%s;%s;%s;%s;%d\n", ticketName(i), ticketAgents[j], message, label, seconds)
			b.WriteString(row)
			rows++
			if random.IntN(80) == 0 {
				b.WriteString(row)
				rows++
			}
		}
	}
	fmt.Fprintf(&b, "Total: %d rows\n", rows)
	return b.String(), nil
}

// ticketsTruth is the category of each ticket.
func ticketsTruth(string) (string, error) {
	var b strings.Builder
	b.WriteString("task,label\n")
	for i, class := range ticketWorld().Truth {
		fmt.Fprintf(&b, "%s,%s\n", ticketName(i), ticketClasses[class])
	}
	return b.String(), nil
}

// ticketsTexts are the messages of the tickets.
func ticketsTexts(string) (string, error) {
	var b strings.Builder
	b.WriteString("task,text\n")
	for i, message := range ticketMessages(ticketWorld()) {
		fmt.Fprintf(&b, "%s,%q\n", ticketName(i), message)
	}
	return b.String(), nil
}
