import { expect, test } from 'vitest'
import { planSms, type SmsQueue, stepsOfHour } from './plan-sms.ts'

const nothing = Array.from({ length: stepsOfHour + 1 }, () => 0)
const queue = (change: Partial<SmsQueue>): SmsQueue => ({ perHour: 100, started: nothing, due: new Map(), isOpen: () => true, ...change })
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

test('what fits into the hour leaves at once, the rest when the hour gives room again', () => {
  expect(planSms(queue({ due: new Map([[0, 40]]) }), 500)).toEqual({ planned: [40, ...nothing.slice(2)], tail: 0 })
  const { planned, tail } = planSms(queue({ due: new Map([[0, 250]]) }), 500)
  expect(planned[0]).toBe(100)
  expect(sum(planned)).toBe(100)
  expect(tail).toBe(24)
})

test('what left in the last hour counts until its hour is over', () => {
  const started = [...nothing]
  started[1] = 60
  started[12] = 40
  const { planned } = planSms(queue({ started, due: new Map([[0, 100]]) }), 500)
  expect(planned.slice(0, 3)).toEqual([0, 60, 0])
  expect(sum(planned)).toBe(60)
})

test('nothing leaves while it is closed, nothing at an amount of none, and later ones come later', () => {
  expect(planSms(queue({ due: new Map([[0, 5]]), isOpen: (step) => step >= 4 }), 500)).toMatchObject({ tail: 4 })
  expect(planSms(queue({ perHour: 0, due: new Map([[0, 5]]) }), 500)).toMatchObject({ tail: null })
  const later = planSms(queue({ due: new Map([[7, 5]]) }), 500)
  expect(later.planned[7]).toBe(5)
  expect(later.tail).toBe(7)
  expect(planSms(queue({}), 500)).toEqual({ planned: nothing.slice(1), tail: null })
})
