import { expect, test } from 'vitest'
import { daysOf, momentsOf } from './audit-query.ts'

test('a period of days holds its last day whole, also where a day has 25 hours', () => {
  const asked = momentsOf({ from: '2026-10-25', until: '2026-10-25' })
  expect(asked).toEqual({ from: '2026-10-24T22:00:00.000Z', to: '2026-10-25T23:00:00.000Z' })
  expect(daysOf(asked)).toEqual({ from: '2026-10-25', until: '2026-10-25' })
})

test('a side without a limit stays without', () => {
  expect(momentsOf({ from: '', until: '2026-06-01' })).toEqual({ from: '', to: '2026-06-01T22:00:00.000Z' })
  expect(daysOf({ from: '', to: '' })).toEqual({ from: '', until: '' })
})
