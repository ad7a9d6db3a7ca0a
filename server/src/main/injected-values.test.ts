import { allEndpoints } from '@regie/contract/all-endpoints.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '../../test/builders.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

// Reliability.md S11: what stands in a filter, a sort, a column or an operator is a value and never a part of a question to the database.
let app: TestApp
let staff: Staff
// One user has ten exports an hour, and rests between them.
let exporters: Staff[]
let ids: Record<string, number>
beforeAll(async () => {
  app = await openTestApp()
  const batch = await app.build.batch({ cases: 2 })
  const all = { rights: Object.values(Right), customers: [batch.customerId], home: batch.customerId }
  staff = await app.build.staff(all)
  exporters = []
  for (let count = 0; count < 40; count++) exporters.push(await app.build.staff(all))
  const one = await app.build.case({ batch })
  ids = { customerID: batch.customerId, batchID: batch.id, scriptID: batch.script.id, caseID: one.id, userID: staff.userId }
})
afterAll(() => app.close())

const breaks = [
  "'",
  "''",
  '"',
  '`',
  '\\',
  "\\'",
  ';',
  '--',
  '/*',
  '*/',
  '#',
  ')',
  '(',
  "')",
  "'))",
  '%',
  '_',
  '$1',
  '${1}',
  ':a',
  '?',
  '??',
  '\n',
  '\t',
  '|',
  '&',
  '!',
  '<',
  '%00',
  '�',
]
const riders = [
  ' or 1=1 --',
  ' or pg_sleep(900) is null --',
  '; select pg_sleep(900) --',
  '; drop table users cascade --',
  ' union select password_hash from users --',
  ' and 1=cast((select secret_hash from sessions limit 1) as int) --',
  '||(select pg_sleep(900))||',
]
const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'password_hash',
  'users.password_hash',
  'batchID desc',
  'name, (select 1)',
  '(select pg_sleep(900))',
  'null',
  'true',
  '[]',
  '{}',
  '[object Object]',
  '1e309',
  '-1',
  '0x10',
  '٣',
  '1;1',
  '1 2',
  "1' 2",
  'NaN',
  'Infinity',
  '9'.repeat(400),
]
// 30 ends of a text, each alone and with what would ride on it, and 24 words that mean something to a language: more than 200.
const payloads = [...breaks, ...breaks.flatMap((end) => riders.map((rider) => `a${end}${rider}`)), ...names]

const shapeOf = (schema: unknown): string[] =>
  Object.keys((schema as { _zod?: { def: { shape?: object } } } | undefined)?._zod?.def.shape ?? {})

type Parameter = { call: string; method: 'GET'; path: string; isExport: boolean; query: readonly string[]; name: string }
const parameters: Parameter[] = Object.entries(allEndpoints).flatMap(([call, { method, path, query, access, budget }]) =>
  method === 'GET' && access !== 'public'
    ? shapeOf(query).map((name) => ({ call, method, path, isExport: budget === 'export', query: shapeOf(query), name }))
    : [],
)
/** What each parameter would hold in earnest. */
const sound = (name: string) => String(ids[name] ?? { q: 'jan', limit: 10, sort: '', place: 'sleeping' }[name] ?? '')

async function ask(method: 'GET' | 'POST', url: string, payload?: object, who = staff) {
  return app.app.inject({ method, url, headers: { origin: app.origin, cookie: app.cookieOf(who) }, ...(payload && { payload }) })
}

const usersLeft = async () => (await app.pool.query<{ count: number }>('select count(*)::int as count from users')).rows[0]?.count

// Every parameter meets a different part of the payloads, and every payload many parameters: all against all are 20,000 calls.
const numbered = parameters.map((parameter, at) => ({ ...parameter, at }))

test.each([...Map.groupBy(numbered, ({ call }) => call)])(
  'no parameter of %s is a part of its question: each answers or refuses, and nothing sleeps, leaks or goes',
  async (_call, ofCall) => {
    const before = await usersLeft()
    const wrong: string[] = []
    for (const { at, call, path, isExport, query, name, method } of ofCall) {
      let turn = 0
      const next = () => (isExport ? exporters[turn++ % exporters.length] : staff)
      const filled = path.replace(/:(\w+)/g, (_all, key: string) => String(ids[key] ?? 1))
      const others = query
        .filter((other) => other !== name && ids[other] !== undefined)
        .map((other) => [other, sound(other)] as [string, string])
      const mine = [...names, ...payloads.filter((_payload, no) => no % 12 === at % 12)]
      for (const payload of mine) {
        const search = new URLSearchParams([...others, [name, payload]])
        const answer = await ask(method, `/api${filled}?${search.toString()}`, undefined, next())
        if (answer.statusCode >= 500 || /argon2|syntax error/.test(answer.body))
          wrong.push(`${call} ${name}=${payload}: ${answer.statusCode} ${answer.body.slice(0, 90)}`)
      }
      for (const odd of [`${name}[]=1`, `${name}[__proto__]=1`, `${name}=1&${name}=2`, `__proto__[${name}]=1`]) {
        const answer = await ask(method, `/api${filled}?${new URLSearchParams(others).toString()}&${odd}`, undefined, next())
        if (answer.statusCode >= 500) wrong.push(`${call} ${odd}: ${answer.statusCode}`)
      }
    }
    expect(wrong).toEqual([])
    expect(await usersLeft()).toBe(before)
  },
)

test('that was many parameters and many payloads', () => {
  expect(parameters.length).toBeGreaterThan(40)
  expect(payloads.length).toBeGreaterThan(200)
})

test('nor is a field, an operator or a value of a filter that staff build', async () => {
  const { customerID, scriptID } = ids
  const wrong: string[] = []
  const send = async (what: string, url: string, payload: object) => {
    const answer = await ask('POST', url, payload)
    if (answer.statusCode >= 500 || /argon2|syntax error/.test(answer.body))
      wrong.push(`${what}: ${answer.statusCode} ${answer.body.slice(0, 90)}`)
  }
  const count = (what: string, rule: object) => send(what, `/api/scripts/${scriptID}/filters/count`, { rules: [rule], combine: 'and' })
  for (const payload of payloads) {
    await count(`value ${payload}`, { field: 'openstaand', op: 'gt', value: payload })
    await send(`selection ${payload}`, '/api/cases/bulk/count', { customerID, filter: { q: payload } })
  }
  for (const payload of names.concat(breaks)) {
    await count(`field ${payload}`, { field: payload, op: 'eq', value: '1' })
    await count(`operator ${payload}`, { field: 'naam', op: payload, value: '1' })
    for (const op of ['in', 'contains', 'daysAgo']) await count(`${op} ${payload}`, { field: 'factuurdatum', op, value: payload })
  }
  expect(wrong).toEqual([])
})
