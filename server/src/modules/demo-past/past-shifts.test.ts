import { expect, test } from 'vitest'
import { openChance } from './chance.ts'
import { type PastCall, playDay } from './past-shifts.ts'

const calls: PastCall[] = Array.from({ length: 60 }, (_, at) => ({
  ...{ id: at, caseId: at, queueId: 1 },
  enteredAt: new Date(Date.parse('2026-06-03T10:00:00Z') + at * 20_000),
}))
const play = () => playDay('2026-06-03', calls, [1, 2, 3], openChance(5))

test('nobody answers two calls at once, or one while they have a break', () => {
  const { calls: played, statuses } = play()
  for (const userId of [1, 2, 3]) {
    const own = statuses.filter((status) => status.userId === userId)
    const moments = own.map(({ at }) => at.getTime())
    expect(moments).toEqual(moments.toSorted((one, other) => one - other))
    for (const [at, { status }] of own.entries()) if (status === 'calling') expect(own[at - 1]?.status).toBe('available')
    for (const call of played.filter((one) => one.userId === userId))
      expect(own.some(({ status, at }) => status === 'calling' && at.getTime() === call.answeredAt?.getTime())).toBe(true)
  }
})

test('a rush makes people wait and some of them hang up; the same seed gives the same day', () => {
  const { calls: played } = play()
  expect(played.some(({ answeredAt }) => answeredAt === null)).toBe(true)
  expect(played.some(({ answeredAt }) => answeredAt !== null)).toBe(true)
  expect(play()).toEqual(play())
})

test('whoever was at work is away at the end of the day', () => {
  const { statuses } = play()
  for (const userId of new Set(statuses.map((status) => status.userId)))
    expect(statuses.findLast((status) => status.userId === userId)).toMatchObject({ status: 'away', loginAt: null })
})
