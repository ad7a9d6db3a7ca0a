import { fieldTypes } from '@regie/contract/fields.ts'
import { filterOperators } from '@regie/contract/filters.ts'
import { operatorsFor } from '@regie/contract/filter-operators.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/open-test-database.ts'
import { type Filter, matchesFilters, type FilledRule } from './filter-match.ts'
import { filterSql } from './filter-sql.ts'

const today = '2026-03-02'
const rule = (op: FilledRule['op'], value: string, type: FilledRule['type'] = 'text', field = 'f'): FilledRule => ({
  field,
  op,
  value,
  type,
})
const passes = (held: string, ...rules: FilledRule[]) => matchesFilters([{ rules, combine: 'and' }], { f: held }, today)

test.each([
  ['Utrecht', rule('eq', 'utrecht'), true],
  ['', rule('eq', 'utrecht'), false],
  ['', rule('neq', 'utrecht'), true],
  ['Utrecht', rule('in', 'Breda, UTRECHT'), true],
  ['Nieuwegein', rule('contains', 'WEGE'), true],
  ['', rule('empty', ''), true],
  ['x', rule('notEmpty', ''), true],
  ['100.00', rule('gte', '100', 'amount'), true],
  ['99.99', rule('gte', '100.00', 'amount'), false],
  ['9.00', rule('lt', '10.00', 'amount'), true],
  ['', rule('lt', '10.00', 'amount'), false],
  ['veel', rule('gt', '0', 'amount'), false],
  ['2026-02-01', rule('lt', '2026-02-10', 'date'), true],
  ['2026-02-20', rule('daysAgo', '10', 'date'), true],
  ['2026-02-21', rule('daysAgo', '10', 'date'), false],
  ['', rule('daysAgo', '0', 'date'), false],
])('%j with %j', (held, condition, passed) => {
  expect(passes(held, condition)).toBe(passed)
})

test('a case passes all filters, each by all or by one of its conditions', () => {
  const either: Filter = { combine: 'or', rules: [rule('eq', 'a'), rule('eq', 'b')] }
  const noC: Filter = { combine: 'and', rules: [rule('neq', 'b')] }
  const passed = ['a', 'b', 'c'].filter((f) => matchesFilters([either, noC], { f }, today))
  expect(passed).toEqual(['a'])
  expect(matchesFilters([], { f: 'c' }, today)).toBe(true)
})

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => void (database = await openTestDatabase()))
afterAll(() => database.drop())

test('the database passes the same cases as we do', async () => {
  const values = fc.oneof(
    fc.constantFrom(
      '',
      '0',
      '-0',
      '1.5',
      '1.50',
      '10',
      '9',
      '-3',
      '47.07',
      '2026-02-20',
      '2026-03-02',
      '2026-13-40',
      'Ja',
      'ja',
      'É',
      'é',
      'İ',
      'a%b_c\\d',
      "o'x",
    ),
    fc.string({ maxLength: 6 }).filter((text) => !text.includes('\0')),
  )
  const rules = fc.constantFrom(...fieldTypes).chain((type) =>
    fc.record({
      field: fc.constantFrom('f', 'g'),
      op: fc.constantFrom(...filterOperators.filter((op) => operatorsFor(type).includes(op))),
      value: fc.oneof(values, fc.constantFrom('1.5, 9', 'ja,É', '10')),
      type: fc.constant(type),
    }),
  )
  const asked = rules.map((one) => (one.op === 'daysAgo' ? { ...one, value: '10' } : one))
  const filters = fc.array(
    fc.record({ rules: fc.array(asked, { maxLength: 3 }), combine: fc.constantFrom('and' as const, 'or' as const) }),
    { maxLength: 3 },
  )
  const examples = fc.sample(fc.tuple(filters, fc.dictionary(fc.constantFrom('f', 'g'), values)), { numRuns: 400, seed: 4 })
  const questions = examples.map(
    ([asks, fields], at) =>
      sql`select ${at}::int as at, ${filterSql(asks, 'c', today)} as passed
        from (select ${JSON.stringify(fields)}::jsonb as fields) c`,
  )
  for (let from = 0; from < questions.length; from += 50) {
    const { rows } = await sql<{ at: number; passed: boolean }>`
      ${sql.join(questions.slice(from, from + 50), sql` union all `)}`.execute(database.db)
    for (const { at, passed } of rows) {
      const [asks, fields] = examples[at] ?? [[], {}]
      expect({ asks, fields, passed: matchesFilters(asks, fields, today) }).toEqual({ asks, fields, passed })
    }
  }
})
