import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { allowList } from './allow-list.ts'

const Person = z.object({ name: z.string(), age: z.optional(z.number()), boss: z.nullable(z.object({ name: z.string() })) })

test('what the contract does not name is left out, at every depth', () => {
  const pick = allowList(z.object({ rows: z.array(Person), total: z.number() }))
  const rows = [
    { name: 'Jan', age: 3, hash: 'x', boss: { name: 'Piet', hash: 'y' } },
    { name: 'An', boss: null, hash: 'z' },
  ]
  expect(pick({ rows, total: 2, secret: 1 })).toEqual({
    rows: [
      { name: 'Jan', age: 3, boss: { name: 'Piet' } },
      { name: 'An', boss: null },
    ],
    total: 2,
  })
})

test('free forms pass as they are', () => {
  const fields = { iban: 'NL00', any: { thing: 1 } }
  expect(allowList(z.object({ fields: z.record(z.string(), z.unknown()) }))({ fields })).toEqual({ fields })
})
