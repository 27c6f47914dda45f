package render

import "obscope/model"

// sortedBy returns the ids in ascending order of their keys; those with one key
// stay in the order they have. Keys are mostly near each other, so a byte at a
// time of what they differ in takes few passes, each in step with the list.
func sortedBy(ids []model.ID, key func(model.ID) int64) []model.ID {
	if len(ids) == 0 {
		return nil
	}
	lowest, highest := key(ids[0]), key(ids[0])
	for _, id := range ids {
		lowest, highest = min(lowest, key(id)), max(highest, key(id))
	}
	from, to := append([]model.ID(nil), ids...), make([]model.ID, len(ids))
	// Unsigned differences do not overflow, however far apart the keys are.
	span := uint64(highest) - uint64(lowest)
	for shift := uint(0); shift < 64 && span>>shift > 0; shift += 8 {
		var starts [256 + 1]int
		digit := func(id model.ID) byte { return byte((uint64(key(id)) - uint64(lowest)) >> shift) }
		for _, id := range from {
			starts[int(digit(id))+1]++
		}
		for i := 1; i < len(starts); i++ {
			starts[i] += starts[i-1]
		}
		for _, id := range from {
			d := digit(id)
			to[starts[d]] = id
			starts[d]++
		}
		from, to = to, from
	}
	return from
}
