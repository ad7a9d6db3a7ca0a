import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluateParts, nextAsk, type StandingPart } from './instalments.ts'

const part = (no: number, due: string, amount = 5000, more: Partial<StandingPart> = {}): StandingPart => ({
  ...{ no, due, amount, state: 'open', askedAt: null, movedFrom: null, lateAfter: null, remindedAt: null },
  ...more,
})
const plan = [part(1, '2027-01-31'), part(2, '2027-02-28'), part(3, '2027-03-31')]
const asked = { askedAt: '2027-01-24T09:00:00Z' }

test('the first instalment is asked for a week before its day, the next one only once it is paid', () => {
  expect(nextAsk(plan, 0, '2027-01-23')).toBeNull()
  expect(nextAsk(plan, 0, '2027-01-24')).toMatchObject({ part: { no: 1 }, stillCents: 5000, isReminder: false })
  const first = [part(1, '2027-01-31', 5000, asked), ...plan.slice(1)]
  expect(nextAsk(first, 0, '2027-02-21')).toBeNull()
  expect(nextAsk(first, 5000, '2027-02-20')).toBeNull()
  expect(nextAsk(first, 5000, '2027-02-21')).toMatchObject({ part: { no: 2 }, stillCents: 5000 })
  expect(nextAsk(first, 7000, '2027-02-21')).toMatchObject({ part: { no: 2 }, stillCents: 3000 })
})

test('a missed instalment ends the plan, is reminded of once, or moves to the end once', () => {
  expect(evaluateParts(plan, 0, 'end', '2027-01-31')).toMatchObject({ missed: [], isBroken: false })
  expect(evaluateParts(plan, 0, 'end', '2027-02-01')).toMatchObject({ isBroken: true })

  const reminded = evaluateParts(plan, 0, 'remind', '2027-02-01')
  expect(reminded).toMatchObject({ missed: [{ no: 1, rule: 'remind', lateAfter: '2027-02-08' }], isBroken: false })
  expect(nextAsk(reminded.parts, 0, '2027-02-01')).toMatchObject({ part: { no: 1 }, isReminder: true })
  expect(evaluateParts(reminded.parts, 0, 'remind', '2027-02-08').isBroken).toBe(false)
  expect(evaluateParts(reminded.parts, 0, 'remind', '2027-02-09').isBroken).toBe(true)
  expect(evaluateParts(reminded.parts, 5000, 'remind', '2027-02-09').isBroken).toBe(false)

  const moved = evaluateParts(plan, 0, 'move', '2027-02-01')
  expect(moved.missed).toMatchObject([{ no: 1, rule: 'move', newNo: 4, newDue: '2027-04-30' }])
  expect(moved.parts.map(({ no, due }) => [no, due])).toEqual([
    [2, '2027-02-28'],
    [3, '2027-03-31'],
    [4, '2027-04-30'],
  ])
  expect(evaluateParts(moved.parts, 10_000, 'move', '2027-05-01')).toMatchObject({ isBroken: true })
})

test('whatever comes in and whenever one looks: a look changes nothing the second time, no amount is lost, and a whole payment never breaks a plan', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 12 })
  const days = fc.integer({ min: 0, max: 500 })
  fc.assert(
    fc.property(amounts, fc.nat(1_200_000), fc.constantFrom('remind', 'move', 'end'), days, (cents, paid, rule, day) => {
      const dayOf = (from: number) => new Date(Date.UTC(2027, 0, 31) + from * 24 * 3_600_000).toISOString().slice(0, 10)
      const parts = cents.map((amount, at) => part(at + 1, dayOf(at * 30), amount))
      const total = cents.reduce((sum, amount) => sum + amount, 0)
      const once = evaluateParts(parts, paid, rule, dayOf(day))
      expect(once.parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
      expect(once.isBroken && paid >= total).toBe(false)
      expect(new Set(once.parts.map(({ no }) => no)).size).toBe(parts.length)
      const again = evaluateParts(once.parts, paid, rule, dayOf(day))
      expect(again).toEqual({ ...once, missed: [] })
      const next = nextAsk(once.parts, paid, dayOf(day))
      if (next) expect(next.stillCents).toBeLessThanOrEqual(Math.max(0, total - paid))
    }),
  )
})
