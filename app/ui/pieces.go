package ui

import "concord/app/ui/kit"

type pieces = kit.Pieces
