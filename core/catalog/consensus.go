package catalog

import (
	"strings"

	"concord/core/calibrate"
	"concord/core/fit"
	"concord/core/method/consensus"
	"concord/core/method/dawidskene"
	"concord/core/method/vote"
)

// panels are the choices of members. The first was chosen by its error over seventeen
// sets, see docs/calibration.md.
var panels = []string{"votes+zbs+iwmv+ds+hds", "votes+zbs+ds+hds", "votes+zbs+iwmv"}

// keep is the choice of the setting copies that counts everybody.
const keep = "keep"

// consensuses lists the methods that average others.
func consensuses() []Entry {
	return []Entry{{Info{
		Name: "consensus", Title: "Consensus", Family: "Consensus", Curve: calibrate.Pool, Pooled: true,
		Advice: "Averages five methods that err in different ways: the safest choice when you know nothing about the crowd.",
		Decides: "Each member of the panel gives every class a probability, by its own view of the workers; the answer is the class whose mean " +
			"probability is highest. Workers who answer alike, mistakes included, count as one voice.",
		Cite: []string{"stone1961", "ustalov2024", "li2014iwmv", "dawid1979", "paun2018"},
		Params: []Param{
			choice("members", "Members", "The methods whose probabilities are averaged.", panels...),
			choice("copies", "Workers who answer alike", "merge counts a group of workers who answer alike, mistakes included, as one voice; "+
				"keep counts everybody.", "merge", keep),
		},
	}, func(v Values) fit.Method {
		c := &consensus.Consensus{Keep: v["copies"] == keep}
		for name := range strings.SplitSeq(v["members"], "+") {
			c.Members = append(c.Members, consensus.Member{Name: name, Title: memberTitle(name), Method: member(name)})
		}
		return c
	}}}
}

// memberTitle returns what a member of a panel is called.
func memberTitle(name string) string {
	if e, err := Find(name); err == nil {
		return e.Title
	}
	return "Vote shares"
}

// member returns the method of that name in a panel, with its default settings.
func member(name string) fit.Method {
	switch name {
	case "votes":
		return consensus.Votes{}
	case "zbs":
		return vote.ZeroBasedSkill{}
	case "iwmv":
		return vote.IWMV{}
	case "hds":
		return &dawidskene.Hierarchical{}
	}
	return &dawidskene.DS{}
}
