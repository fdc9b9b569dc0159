package wire

// The roles in which a file is opened (Open.Role).
const (
	RoleLabels    = "labels"
	RoleTruth     = "truth"      // that results are compared with
	RoleGold      = "gold"       // true classes that fits are given
	RoleConfusion = "confusion"  // confusion matrices that fits are given
	RoleCosts     = "costs"      // of wrong labels
	RoleFeatures  = "features"   // of the labelled tasks, and perhaps of others, which are predicted
	RoleText      = "text"       // texts, tokens or bags of words of such tasks
	RolePredict   = "predict"    // features or texts of further tasks to predict
	RoleTestTruth = "test-truth" // the truth of predicted tasks
	RoleState     = "state"      // a saved state, to which the labels are joined
	RoleWorkspace = "workspace"  // all that was there when it was saved
)
