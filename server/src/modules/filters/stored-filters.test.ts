import { expect, test } from 'vitest'
import { matchesFilters } from './filter-match.ts'
import { fillFilter, type StoredFilter } from './stored-filters.ts'

const passes = (held: string, rule: StoredFilter['rules'][number], variables: Record<string, string>) =>
  matchesFilters([fillFilter({ combine: 'and', rules: [rule], variables })], { f: held }, '2026-03-02')

test.each([
  [{ op: 'gte' as const, type: 'amount' as const }, '€ 1.000,00', '1000.00', '999.99'],
  [{ op: 'lt' as const, type: 'date' as const }, '10-02-2026', '2026-02-09', '2026-02-10'],
  [{ op: 'daysAgo' as const, type: 'date' as const }, '10', '2026-02-20', '2026-02-21'],
  [{ op: 'in' as const, type: 'text' as const }, 'Utrecht, Breda', 'breda', 'Delft'],
  [{ op: 'eq' as const, type: 'choice' as const, choices: ['ja', 'nee'] }, 'Ja!', 'ja', 'nee'],
])('%j reads a variable as people write it: %s', (rule, text, passing, left) => {
  const asked = { field: 'f', variable: 'v', ...rule }
  expect([passes(passing, asked, { v: text }), passes(left, asked, { v: text })]).toEqual([true, false])
})

test('a value that cannot be read, or a variable that is not there, lets nobody pass', () => {
  const differs = { field: 'f', op: 'neq' as const, type: 'amount' as const, variable: 'v' }
  expect([passes('5.00', differs, { v: '6' }), passes('5.00', differs, { v: 'veel' }), passes('5.00', differs, {})]).toEqual([
    true,
    false,
    false,
  ])
})
