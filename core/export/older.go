package export

import (
	"encoding/json"
	"fmt"
	"math"

	"concord/core/crowd"
)

// Before version 2 there were two formats: projects, all of whose lists were numbers, and
// saved states. Only their headers differ from today's.

// olderState is the format of a saved state of its own.
const olderState = "concord state"

// readHeader1 parses the header of a project of version 1.
func readHeader1(line []byte) (*savedHeader, error) {
	var h struct {
		savedHeader
		Numbers few[savedList] `json:"numbers"`
	}
	err := json.Unmarshal(line, &h)
	h.Lists, h.State = h.Numbers, nil
	return &h.savedHeader, err
}

// readStateHeader1 parses the header of a saved state of version 1.
func readStateHeader1(line []byte) (*savedHeader, error) {
	var h struct {
		savedState
		Tasks   int  `json:"tasks"`
		Workers int  `json:"workers"`
		Labels  int  `json:"labels"` // -1: not kept
		Gold    bool `json:"gold"`
	}
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, err
	}
	const most = math.MaxInt32 // items of a table whose size is a product
	n, m, k := h.Tasks, h.Workers, len(h.Classes)
	if n < 0 || m < 0 || k < 1 || k > crowd.MaxClasses || n > most/k || m > most/k/k || h.Labels < -1 {
		return nil, fmt.Errorf("it speaks of %d tasks, %d workers, %d classes and %d labels", n, m, k, h.Labels)
	}
	lists := []savedList{
		{"tasks", n, ofNames}, {"workers", m, ofNames},
		{"prior", k, ""}, {"class", k, ""}, {"counts", m * k * k, ""}, {"posterior", n * k, ""},
	}
	if h.Labels >= 0 {
		lists = append(lists, savedList{"labels", n, ofInts}, savedList{"worker", h.Labels, ofInts}, savedList{"label", h.Labels, ofShorts})
	}
	if h.Gold {
		lists = append(lists, savedList{"gold", n, ofInts})
	}
	return &savedHeader{State: &h.savedState, Lists: lists}, nil
}
