import { caseActionApi } from '@regie/contract/case-actions.ts'
import { claimKinds, limitationOf } from '@regie/contract/claim/limitation.ts'
import { debtLawApi } from '@regie/contract/debt-law.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
const rights = [Right.viewCases, Right.changeCases, Right.changeInputFields]
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
  batch = await app.build.batch()
  staff = await app.build.staff({ rights: [...rights, Right.viewPersonalData], customers: [batch.customerId] })
})
afterAll(() => app.close())

const contract = { soort_vordering: 'overeenkomst', vervaldatum: '2024-03-31' }
const build = (fields: object = contract, more: object = {}) => app.build.case({ batch, fields: JSON.stringify(fields), ...more })
const barredOn = async ({ id }: BuiltCase) =>
  (await app.db.selectFrom('cases').select('barred_on').where('id', '=', id).executeTakeFirstOrThrow()).barred_on
const look = async ({ id }: BuiltCase, by = staff) => (await app.call(debtLawApi.get, { params: { caseID: id } }).as(by)).body
const letter = { on: '2026-06-01', how: 'letter', note: 'Aangetekend verstuurd' } as const
const interrupt = ({ id }: BuiltCase, given: object = {}, by = staff) =>
  app.call(debtLawApi.interrupt, { params: { caseID: id }, body: { ...letter, ...given } }).as(by)
const withdraw = ({ id }: BuiltCase, interruptionID: number, by = staff) =>
  app.call(debtLawApi.withdrawInterruption, { params: { caseID: id, interruptionID }, body: { reason: 'Brief kwam retour' } }).as(by)
const onlyOne = async (one: BuiltCase) => (await look(one)).interruptions[0]?.interruptionID ?? 0

test('a letter interrupts: the claim is time-barred five years after it, and the case says who wrote that down', async () => {
  const one = await build()
  expect(await barredOn(one)).toBe('2029-04-01')
  const { body } = await interrupt(one)
  expect(body.interruptions).toMatchObject([{ ...letter, by: staff.username, withdrawn: null }])
  expect(await barredOn(one)).toBe('2031-06-02')
  const lines = await app.db.selectFrom('timeline').select(['kind', 'event', 'params', 'by_user']).where('case_id', '=', one.id).execute()
  expect(lines).toEqual([{ kind: 'debtLaw', event: 'interrupted', params: { on: letter.on, how: 'letter' }, by_user: staff.username }])
  const audited = await app.db.selectFrom('audit').select('action').where('entity', '=', 'interruption').execute()
  expect(audited).toEqual([{ action: 'debtLaw.interrupt' }])
})

test('what is withdrawn counts no more, and stays readable with its reason', async () => {
  const one = await build()
  await interrupt(one)
  const { body } = await withdraw(one, await onlyOne(one))
  expect(body.interruptions).toMatchObject([{ ...letter, withdrawn: { by: staff.username, reason: 'Brief kwam retour' } }])
  expect(await barredOn(one)).toBe('2029-04-01')
  expect((await withdraw(one, await onlyOne(one))).body).toMatchObject({ error: 'interruption.alreadyWithdrawn' })
  expect((await interrupt(one)).status).toBe(200)
  expect((await look(one)).interruptions).toHaveLength(2)
})

test('nobody changes or removes one, not even in the database', async () => {
  const one = await build()
  await interrupt(one)
  const id = await onlyOne(one)
  const change = (set: object) => app.db.updateTable('interruptions').set(set).where('id', '=', id).execute()
  await expect(change({ on_day: '2026-06-02' })).rejects.toThrow('append-only')
  await expect(app.db.deleteFrom('interruptions').where('id', '=', id).execute()).rejects.toThrow('append-only')
  await withdraw(one, id)
  await expect(change({ withdrawn_at: null, withdrawn_by: null, withdrawn_reason: null })).rejects.toThrow('append-only')
})

test('sent twice at once it is written down once; a day to come is refused', async () => {
  const one = await build()
  const answers = await Promise.all([interrupt(one), interrupt(one)])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect((await look(one)).interruptions).toHaveLength(1)
  expect((await interrupt(one, { on: '2026-06-04' })).body).toMatchObject({ error: 'interruption.inFuture', field: 'on' })
})

test('other fields of the case move the day, and without its kind it is not known', async () => {
  const one = await build()
  await interrupt(one)
  const change = async (fields: Record<string, string>) => {
    const version = (await app.db.selectFrom('cases').select('version').where('id', '=', one.id).executeTakeFirstOrThrow()).version
    await app.call(caseActionApi.change, { params: { caseID: one.id }, body: { version, fields } }).as(staff)
    return barredOn(one)
  }
  expect(await change({ soort_vordering: 'consumentenkoop' })).toBe('2026-04-01')
  expect(await change({ soort_vordering: 'vonnis', vonnisdatum: '2024-05-31' })).toBe('2044-06-01')
  expect(await change({ soort_vordering: '' })).toBeNull()
})

test('a part payment and a promise that are newer are proposed, until one is written down', async () => {
  const one = await build()
  const of = { customer_id: one.customerId, case_id: one.id }
  const paid = { ...of, batch_id: one.batchId, currency: 'EUR', booked_by: 'kim', method: 'bank', at: app.clock.now() }
  await app.db
    .insertInto('payments')
    .values([
      { ...paid, amount_cents: 2_500, paid_on: '2026-05-01' },
      { ...paid, amount_cents: 5_000, paid_on: '2026-05-20' },
    ])
    .execute()
  const promise = await app.db
    .insertInto('payment_promises')
    .values({ ...of, kind: 'promise', by_user: 'kim', at: new Date('2026-05-10T22:30:00Z') })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('payment_promise_parts')
    .values({ customer_id: one.customerId, promise_id: promise.id, no: 1, due: '2026-06-10', amount_cents: 7_500 })
    .execute()
  const payment = { on: '2026-05-20', how: 'payment', amountCents: 5_000 }
  expect((await look(one)).proposals).toEqual([payment, { on: '2026-05-11', how: 'acknowledgement', amountCents: 7_500 }])
  await interrupt(one, { on: '2026-05-11', how: 'acknowledgement' })
  expect((await look(one)).proposals).toEqual([payment])
})

test('a colleague of another customer finds nothing; who only looks may not write', async () => {
  const one = await build()
  const stranger = await app.build.staff({ rights, customers: [(await app.build.customer()).id] })
  expect((await interrupt(one, {}, stranger)).body).toMatchObject({ error: 'case.notFound' })
  const reader = await app.build.staff({ rights: [Right.viewCases], customers: [batch.customerId] })
  expect((await interrupt(one, {}, reader)).status).toBe(403)
  const elsewhere = await build()
  await interrupt(one)
  expect((await withdraw(elsewhere, await onlyOne(one))).body).toMatchObject({ error: 'interruption.notFound' })
})

test('the database and the screen find the same day, whatever stands in the fields', async () => {
  const day = (at: number) => new Date(Date.UTC(2018, 0, 1 + at)).toISOString().slice(0, 10)
  const kinds = [...claimKinds, 'vervoer', '']
  const dues = ['2024-02-28', '2024-02-29', '2020-02-29', '2023-02-28', '2025-02-29', '31-01-2024', '•••', '', '2999-01-01', '1999-12-31']
  // Numbers that look mixed and are the same in every run.
  const mixed = (n: number, below: number) => (n * 7919 + 104_729) % below
  const asked = Array.from({ length: 600 }, (_, n) => ({
    fields: {
      soort_vordering: kinds[n % kinds.length] ?? '',
      vervaldatum: n % 3 === 0 ? (dues[mixed(n, dues.length)] ?? '') : day(mixed(n, 3_000)),
      vonnisdatum: n % 5 === 0 ? (dues[mixed(n + 1, dues.length)] ?? '') : day(mixed(n + 1, 3_000)),
    },
    interrupted: Array.from({ length: n % 4 }, (_, at) => day(mixed(n * (at + 2), 6_000))),
  }))
  const { rows } = await sql<{ barred: string | null }>`
    select barred_on(a -> 'fields', array(select jsonb_array_elements_text(a -> 'interrupted')::date))::text as barred
    from jsonb_array_elements(${JSON.stringify(asked)}::jsonb) with ordinality as asked(a, n)
    order by n`.execute(app.db)
  const own = asked.map(({ fields, interrupted }) => {
    const found = limitationOf(fields, interrupted)
    return found.isKnown ? found.barredOn : null
  })
  expect(rows.map(({ barred }) => barred)).toEqual(own)
  expect(new Set(own).size).toBeGreaterThan(200)
})
