package result

import "concord/app/ui/kit"

type pieces = kit.Pieces // embedded under a name that go-app doesn't copy from one drawing to the next
