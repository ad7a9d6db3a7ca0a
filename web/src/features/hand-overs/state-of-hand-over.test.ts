import { expect, test } from 'vitest'
import { stateOf } from './hand-overs-data.ts'

const counts = { handedOver: 0, refused: 0, undone: 0, takenBack: 0 }

test('what was undone is not taken back, also where one case was taken back before', () => {
  expect(stateOf({ isAtWork: false, counts: { ...counts, undone: 2 } })).toBe('undone')
  expect(stateOf({ isAtWork: false, counts: { ...counts, undone: 2, takenBack: 1 } })).toBe('undone')
  expect(stateOf({ isAtWork: false, counts: { ...counts, takenBack: 1 } })).toBe('takenBack')
})
