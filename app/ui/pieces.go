package ui

import "concord/app/ui/kit"

type Pieces = kit.Pieces
