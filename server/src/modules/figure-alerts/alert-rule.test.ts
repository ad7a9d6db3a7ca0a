import { expect, test } from 'vitest'
import { type AlertState, firstState, nextState } from './alert-rule.ts'

const minute = 60_000
const noon = Date.parse('2026-06-03T10:00:00Z')
const at = (minutes: number) => new Date(noon + minutes * minute)

/** Looks each minute from one to another, and says in which of them a mail left. */
function watch(state: AlertState, from: number, until: number, isOver: (minute: number) => boolean) {
  const mailed: number[] = []
  for (let now = from; now <= until; now++) {
    const looked = nextState(state, isOver(now), 5, at(now))
    state = looked.state
    if (looked.mails) mailed.push(now)
  }
  return { state, mailed }
}

test('a mail leaves when a figure has been over its limit for as long as was chosen, and once', () => {
  expect(watch(firstState(at(0)), 0, 180, (now) => now >= 10).mailed).toEqual([15])
})

test('a figure that comes back in time is not mailed about', () => {
  expect(watch(firstState(at(0)), 0, 60, (now) => now % 5 !== 0).mailed).toEqual([])
})

test('the next crossing counts after ten minutes within the limit, and an hour after the last mail', () => {
  const hovers = watch(firstState(at(0)), 0, 180, (now) => now % 12 < 7)
  expect(hovers.mailed).toEqual([5])
  const quick = watch(firstState(at(0)), 0, 180, (now) => now < 10 || now >= 25)
  expect(quick.mailed).toEqual([5, 65])
  const late = watch(firstState(at(0)), 0, 180, (now) => now < 10 || now >= 100)
  expect(late.mailed).toEqual([5, 105])
})

test('after a stop nobody knows how it stood: how long it lasts is counted anew, and what was mailed stays mailed', () => {
  const before = watch(firstState(at(0)), 0, 3, () => true)
  expect(watch(before.state, 20, 40, () => true).mailed).toEqual([25])
  const mailed = watch(firstState(at(0)), 0, 6, () => true)
  expect(watch(mailed.state, 20, 300, () => true).mailed).toEqual([])
})
