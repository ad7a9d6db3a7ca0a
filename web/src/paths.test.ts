import { expect, test } from 'vitest'
import { paths, pathTo } from './paths.ts'

test.each([
  [paths.home, '/'],
  [paths.batch(12), '/batches/12'],
  [paths.batch(12, { tab: 'why', place: 'held', reason: 'blacklisted' }), '/batches/12?tab=why&place=held&reason=blacklisted'],
  [paths.batch(12, { tab: 'why', place: 'contactable', reason: null }), '/batches/12?tab=why&place=contactable'],
  [paths.search({ q: 'Zoë & co' }), '/search?q=Zo%C3%AB+%26+co'],
  [paths.times(3), '/scripts/3/times'],
  [pathTo('times', { scriptID: 3, windowID: 8 }), '/scripts/3/times/8'],
  [paths.users({ q: '', user: 7 }), '/manager?user=7'],
])('%s leads where it should', (path, expected) => {
  expect(path).toBe(expected)
})
