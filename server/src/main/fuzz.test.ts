import { allEndpoints } from '@regie/contract/all-endpoints.ts'
import type { Endpoint } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import type { BuiltBatch, BuiltCase, Staff } from '../../test/builders.ts'
import { newToken } from '../platform/security/secret-token.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

// S29 in short form: every endpoint of the contract, asked in so many strange ways. FUZZ_ROUNDS makes it longer.
const rounds = Number(process.env.FUZZ_ROUNDS ?? 12)
// A call that signs out or starts maintenance ends the test, not the server.
const skipped = new Set(['login.logOut', 'maintenance.change', 'maintenance.set'])

let app: TestApp
let staff: Staff
let batch: BuiltBatch
let one: BuiltCase
beforeAll(async () => {
  app = await openTestApp()
  batch = await app.build.batch({ cases: 2 })
  one = await app.build.case({ batch })
  staff = await newStaff()
})
afterAll(() => app.close())

const newStaff = () => app.build.staff({ rights: Object.values(Right), customers: [batch.customerId] })

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
}

/** Numbers that look random and come in the same order each time, so that what fails can be tried again. */
function openDice(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return { next, of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T }
}
type Dice = ReturnType<typeof openDice>

const deep = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown
const cursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url')
const strange: readonly unknown[] = [
  ...[null, true, '', ' ', 'null', '\0', '\ud800', '\u202e', 'ﷺ'.repeat(200), 'a'.repeat(20_000), "';--", '{{x}}', '%', '_', '../..', '-1'],
  ...[0, -1, 1.5, 1e300, 2 ** 53, 2 ** 31, -(2 ** 63), '1e3', '99999999999999999999', '0x10', 'NaN', 'Infinity'],
  ...[
    '0000-01-01',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-02-30',
    '2026-13-01',
    '275760-09-13T00:00:00Z',
    '24:00',
    '-0001-01-01',
  ],
  ...[[], [[]], {}, [null], { length: 1e9 }, ['a'.repeat(500)], Array.from({ length: 300 }, (_, n) => n), deep(200)],
  ...[
    cursor([null]),
    cursor(['x', 'y', 1]),
    cursor([1e300, -1]),
    cursor([1.5]),
    cursor({}),
    cursor('x'),
    cursor([['']]),
    cursor(['0000-01-01T00:00:00Z', 1]),
    '!!!',
  ],
]
const idOf = (name: string) =>
  ({ customerID: batch.customerId, batchID: batch.id, caseID: one.id, scriptID: batch.script.id, userID: staff.userId })[name]

/** A value that is mostly as the contract wants it, with something strange in one place or another. */
function valueOf(schema: Schema | undefined, dice: Dice, name = '', oddness = 0.15): unknown {
  if (!schema || dice.next() < oddness) return dice.of(strange)
  const known = idOf(name)
  if (known !== undefined && dice.next() < 0.8) return known
  const choice = schema.anyOf ?? schema.oneOf
  if (choice) return valueOf(dice.of(choice), dice, name, oddness)
  if ('const' in schema) return schema.const
  if (schema.enum) return dice.of(schema.enum)
  if (schema.type === 'object') {
    const entries = Object.entries(schema.properties ?? {}).filter(() => dice.next() > 0.05)
    return Object.fromEntries(entries.map(([key, part]) => [key, valueOf(part, dice, key, oddness)]))
  }
  if (schema.type === 'array') return Array.from({ length: Math.floor(dice.next() * 4) }, () => valueOf(schema.items, dice, name, oddness))
  if (schema.type === 'integer' || schema.type === 'number') return Math.floor(dice.next() * 50)
  if (schema.type === 'boolean') return dice.next() < 0.5
  if (schema.type === 'null') return null
  return dice.of(['x', 'Jansen', '0612345678', '2026-06-04T10:00:00Z', '2026-06-04', '10:00', 'jan@example.nl', '1'])
}

const schemaOf = (part: z.core.$ZodType | undefined) =>
  part && (z.toJSONSchema(part as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Schema)
const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value)).replace(/[\ud800-\udfff]/g, '?')

let calls = 0
async function ask(endpoint: Endpoint, dice: Dice) {
  const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) => {
    const known = idOf(name)
    return encodeURIComponent(known !== undefined && dice.next() < 0.7 ? String(known) : textOf(dice.of(strange)).slice(0, 150) || '1')
  })
  const query = valueOf(schemaOf(endpoint.query), dice, '', endpoint.query ? 0.1 : 1)
  const search =
    typeof query === 'object' && query !== null ? Object.entries(query).map(([key, value]) => [key, textOf(value)] as [string, string]) : []
  const body = endpoint.method === 'GET' ? undefined : valueOf(schemaOf(endpoint.body), dice)
  calls++
  const began = performance.now()
  const answer = await app.app.inject({
    method: endpoint.method,
    url: `/api${path}?${new URLSearchParams(search)}`,
    remoteAddress: `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
    headers: { origin: app.origin, cookie: app.cookieOf(staff), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  if (answer.statusCode === 401) staff = await newStaff()
  return {
    status: answer.statusCode,
    text: answer.body,
    ms: performance.now() - began,
    asked: `${endpoint.method} ${path}?${new URLSearchParams(search)} ${JSON.stringify(body)?.slice(0, 400)}`,
  }
}

test('whatever is asked of any endpoint, it is never a fault of the server', async () => {
  const faults: string[] = []
  const statuses: Record<number, number> = {}
  for (const [place, [name, endpoint]] of Object.entries(allEndpoints).entries()) {
    if (skipped.has(name)) continue
    for (let round = 0; round < rounds; round++) {
      const { status, text, asked } = await ask(endpoint, openDice(place * 1_000 + round))
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 500 || /\n\s+at /.test(text)) faults.push(`${name}: ${asked}\n${text.slice(0, 300)}`)
    }
  }
  expect(faults).toEqual([])
  // Enough of it must have reached the handlers, else nothing was asked.
  expect(statuses[200]).toBeGreaterThan(100)
}, 300_000)

test.each([
  ['a form without a boundary', 'multipart/form-data', 'x'],
  ['a form with an empty boundary', 'multipart/form-data; boundary=', 'x'],
  ['a form that ends half-way', 'multipart/form-data; boundary=a', '--a\r\nContent-Disposition: form-data; name="customerID"\r\n\r\n1'],
  ['a form without a name', 'multipart/form-data; boundary=a', '--a\r\nContent-Disposition: form-data\r\n\r\n1\r\n--a--\r\n'],
  ['a form with a broken heading', 'multipart/form-data; boundary=a', '--a\r\n\0\0\0\r\n\r\n1\r\n--a--\r\n'],
  [
    'a form with too many fields',
    'multipart/form-data; boundary=a',
    `${Array.from({ length: 50 }, (_, n) => `--a\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\n1\r\n`).join('')}--a--\r\n`,
  ],
  ['JSON in place of a form', 'application/json', '{}'],
  ['no type at all', '', 'x'],
])('%s is refused as bad input', async (_what, type, payload) => {
  const answer = await app.app.inject({
    method: 'POST',
    url: `/api${allEndpoints['files.upload']?.path ?? '/files/upload'}`,
    headers: { origin: app.origin, cookie: app.cookieOf(staff), ...(type && { 'content-type': type }) },
    payload,
  })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
})

test.each([
  ['lists in lists', '['.repeat(50_000) + ']'.repeat(50_000)],
  ['objects in objects', '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000)],
  ['half a value', '{"username":'],
  ['a name that reaches into prototypes', '{"__proto__":{"x":1}}'],
])('deep or broken JSON (%s) is refused as bad input', async (_what, payload) => {
  for (const url of ['/api/login', '/api/cases/bulk', '/api/feedback', `/api/scripts/${batch.script.id}/filters/count`]) {
    const answer = await app.app.inject({
      method: 'POST',
      url,
      headers: { origin: app.origin, cookie: app.cookieOf(staff), 'content-type': 'application/json', 'idempotency-key': newToken() },
      payload,
    })
    expect({ url, status: answer.statusCode }).toEqual({ url, status: 400 })
  }
})
