import { Right } from '@regie/contract/right-codes.ts'
import { statutoryRateApi } from '@regie/contract/statutory-rates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

let app: TestApp
let admin: Staff
let agent: Staff
beforeAll(async () => {
  app = await openTestApp()
  const { id } = await app.build.customer()
  admin = await app.build.staff({ rights: [Right.systemStatus], customers: [id] })
  agent = await app.build.staff({ rights: [Right.viewCases], customers: [id] })
})
afterAll(() => app.close())

const ratesOf = async (staff: Staff) => (await app.call(statutoryRateApi.list, {}).as(staff)).body
const next = { kind: 'consumer', validFrom: '2027-07-01' } as const

test('who sees cases reads the rates, each kind the newest first', async () => {
  const rates = await ratesOf(agent)
  expect(rates).toContainEqual({ kind: 'consumer', validFrom: '2024-01-01', hundredths: 700 })
  expect(rates).toContainEqual({ kind: 'trade', validFrom: '2024-07-01', hundredths: 1225 })
  const days = rates.filter(({ kind }) => kind === 'trade').map(({ validFrom }) => validFrom)
  expect(days).toEqual(days.toSorted().toReversed())
})

test('a rate is set, set anew and removed, and each stands in the audit log by who did it', async () => {
  const set = (hundredths: number) => app.call(statutoryRateApi.save, { body: { ...next, hundredths } }).as(admin)
  expect((await set(425)).body[0]).toEqual({ ...next, hundredths: 425 })
  expect((await set(450)).body[0]).toEqual({ ...next, hundredths: 450 })
  const { body } = await app.call(statutoryRateApi.remove, { body: next }).as(admin)
  expect(body).not.toContainEqual(expect.objectContaining(next))
  const entries = await app.db.selectFrom('audit').select(['action', 'before', 'after']).where('entity', '=', 'statutoryRate').execute()
  expect(entries).toHaveLength(3)
})

test('only who looks after the installation changes them', async () => {
  expect((await app.call(statutoryRateApi.save, { body: { ...next, hundredths: 1 } }).as(agent)).status).toBe(403)
  expect((await app.call(statutoryRateApi.remove, { body: next }).as(agent)).status).toBe(403)
})

test('a rate that is not there is not removed, and the last of its kind stays, also when two remove at once', async () => {
  const remove = (validFrom: string) => app.call(statutoryRateApi.remove, { body: { kind: 'trade', validFrom } }).as(admin)
  expect((await remove('2031-01-01')).body).toMatchObject({ error: 'statutoryRate.notFound' })
  const days = (await ratesOf(admin)).filter(({ kind }) => kind === 'trade').map(({ validFrom }) => validFrom)
  const answers = await Promise.all(days.map(remove))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(days.length - 1)
  expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({ error: 'statutoryRate.lastOfKind' })
  expect((await ratesOf(admin)).filter(({ kind }) => kind === 'trade')).toHaveLength(1)
})

test.each([
  ['consumer', '2026-13-01', 400],
  ['consumer', '0202-01-01', 400],
  ['consumer', '2026-01-01', 10_001],
  ['consumer', '2026-01-01', -1],
  ['consumer', '2026-01-01', 4.5],
  ['other', '2026-01-01', 400],
])('%s from %s at %d is refused', async (kind, validFrom, hundredths) => {
  const { status } = await app.call(statutoryRateApi.save, { body: { kind: kind as 'trade', validFrom, hundredths } }).as(admin)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
})
