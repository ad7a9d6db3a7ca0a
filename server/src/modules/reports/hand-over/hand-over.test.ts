import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { handOverApi } from '@regie/contract/hand-overs.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { notificationApi } from '@regie/contract/notifications.ts'
import { storedFileApi } from '@regie/contract/stored-files.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { runJobs } from '../../../../test/run-jobs.ts'
import { unzip } from '../../../../test/unzip.ts'
import { makeHandOverFile } from './make-file.ts'
import { newToken } from '../../../platform/security/secret-token.ts'
import { withinBudget } from '../../../jobs/job-budget.ts'
import { jobCatalogue } from '../../../jobs/job-catalogue.ts'
import { runBulk } from '../../bulk/run-bulk.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
const rights = [
  ...[Right.viewCases, Right.viewPersonalData, Right.closeCases, Right.exportReports],
  ...[Right.viewFiles, Right.downloadResults, Right.viewBatches],
]
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-01T09:00:00Z' })
  batch = await app.build.batch({ cases: 0 })
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
})
afterAll(() => app.close())

const owing = (more: object = {}) =>
  app.build.case({
    ...{ batch, name: 'Vries, J. de', outstanding_cents: 50_000, currency: 'EUR' },
    fields: JSON.stringify({
      hoofdsom: '400',
      incassokosten: '60',
      vervaldatum: '2026-01-31',
      straat: 'Dam',
      huisnummer: '1',
      factuurnummer: 'F1',
    }),
    ...more,
  })
const wish = (cases: readonly BuiltCase[], more: object = {}) => ({
  ...{ customerID: batch.customerId, filter: { caseIDs: cases.map(({ id }) => id) }, kind: 'bailiff' as const, locale: 'nl' as const },
  ...{ on: '2026-06-01', name: 'Deurwaarder Jansen', email: 'dossiers@jansen.example', reference: 'K-12', note: 'Betekenen' },
  incompleteToo: true,
  ...more,
})
const start = (cases: readonly BuiltCase[], more: object = {}) => app.call(handOverApi.start, { body: wish(cases, more) }).as(staff)
async function handOver(cases: readonly BuiltCase[], more: object = {}) {
  const { status, body } = await start(cases, more)
  expect(status).toBe(200)
  await runJobs(app.services)
  return body
}
const ask = async (cases: readonly BuiltCase[]) =>
  (
    await app
      .call(handOverApi.question, { body: { customerID: batch.customerId, filter: { caseIDs: cases.map(({ id }) => id) } } })
      .as(staff)
  ).body
const rowOf = async (handOverID: number) => {
  const { body } = await app.call(handOverApi.list, { query: { customerID: batch.customerId, limit: 50 } }).as(staff)
  return body.rows.find((row) => row.handOverID === handOverID)
}
const casesOf = async (handOverID: number) =>
  (await app.call(handOverApi.cases, { params: { handOverID }, query: { limit: 50 } }).as(staff)).body.rows
const caseRow = ({ id }: BuiltCase) =>
  app.db.selectFrom('cases').select(['status', 'result']).where('id', '=', id).executeTakeFirstOrThrow()
const eventsOf = async ({ id }: BuiltCase) => {
  const rows = await app.db.selectFrom('timeline').select(['event', 'params']).where('case_id', '=', id).orderBy('id').execute()
  return rows.map(({ event, params }) => [event, params])
}
const undoLast = async () => {
  const { body } = await app.call(undoApi.list, {}).as(staff)
  return app.call(undoApi.undo, { params: { token: body[0]?.token ?? 'none' } }).as(staff)
}
const maskedName = {
  ...{ key: 'achternaam', label: { nl: 'n', eng: 'n', fr: 'n' }, type: 'text', required: false, maxLength: 50, aliases: [] },
  mask: 'all',
}
let links = 0
const link = ({ id, customerId, batchId }: BuiltCase, more: object = {}) =>
  app.db
    .insertInto('payment_links')
    .values({
      ...{ customer_id: customerId, case_id: id, batch_id: batchId, amount_cents: 50_000, currency: 'EUR', state: 'created' },
      ...{ token: newToken(), idempotency_key: `h${++links}`, provider: 'simulated-payment', simulated: true },
      expires_at: new Date(app.clock.now().getTime() + 86_400_000),
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

test('a case goes with its evidence: it is closed, its link ends, and the file has the list and a pack', async () => {
  const given = await owing({ case_number: '=H/1' })
  const { id: linkId } = await link(given)
  const { handOverID } = await handOver([given])
  expect(await caseRow(given)).toEqual({ status: 'closed', result: 'DRW' })
  expect(await app.db.selectFrom('payment_links').select(['state', 'ended_for']).where('id', '=', linkId).executeTakeFirst()).toEqual({
    ...{ state: 'expired', ended_for: 'handedOver' },
  })
  expect(await eventsOf(given)).toEqual(
    expect.arrayContaining([['handedOver', { handOverID, to: 'Deurwaarder Jansen', reference: 'K-12' }]]),
  )
  const row = await rowOf(handOverID)
  expect(row).toMatchObject({
    ...{ kind: 'bailiff', name: 'Deurwaarder Jansen', reference: 'K-12', note: 'Betekenen', on: '2026-06-01', isAtWork: false },
    ...{ counts: { handedOver: 1, refused: 0, undone: 0, takenBack: 0 }, open: [{ currency: 'EUR', cents: 50_000 }] },
    file: { state: 'kept', mayFetch: true },
  })
  const fetched = await app.call(storedFileApi.download, { params: { fileID: row?.file?.fileID ?? 0 } }).as(staff)
  const files = await unzip(fetched.bytes)
  expect([...files.keys()]).toEqual(['LEESMIJ.txt', 'dossiers.csv', 'bewijs/=H_1.zip'])
  const [head = '', line = ''] = (files.get('dossiers.csv') ?? Buffer.alloc(0)).toString().trim().split('\r\n')
  const cell = (name: string) => line.split(';')[head.replace('\uFEFF', '').split(';').indexOf(name)]
  expect(['Dossiernummer', 'Naam', 'Adres', 'Hoofdsom', 'Openstaand', 'Factuurnummer', 'Bewijspakket'].map(cell)).toEqual([
    ...["'=H/1", 'Vries, J. de', 'Dam 1', '400,00', '500,00', 'F1', 'bewijs/=H_1.zip'],
  ])
  // 121 days over € 400: the sum is that of the claim panel, which has tests of its own.
  expect(Number((cell('Wettelijke rente') ?? '').replace(',', '.'))).toBeGreaterThan(0)
  expect(cell('Wettelijke rente tot en met')).toBe('01-06-2026')
  const pack = await unzip(files.get('bewijs/=H_1.zip') ?? Buffer.alloc(0))
  expect([...pack.keys()]).toEqual(expect.arrayContaining(['case.pdf', 'timeline.jsonl', 'manifest.json']))
  expect(pack.get('timeline.jsonl')?.toString()).toContain('handedOver')
  expect(JSON.parse(pack.get('manifest.json')?.toString() ?? '{}')).toMatchObject({ madeBy: staff.username })
})

test('who is at home with another customer that they serve too has the file made', async () => {
  const { customerId } = await app.build.batch({ cases: 0 })
  const guest = await app.build.staff({ rights, customers: [customerId, batch.customerId] })
  await app.db.updateTable('users').set({ customer_id: customerId }).where('id', '=', guest.userId).execute()
  const { status, body } = await app.call(handOverApi.start, { body: wish([await owing()]) }).as(guest)
  expect(status).toBe(200)
  await runJobs(app.services)
  expect((await rowOf(body.handOverID))?.file).toMatchObject({ state: 'kept' })
})

test('what is paid, in a plan, under way, disputed, closed or nobody’s stays, and says why before and after', async () => {
  const [fine, paid, atBank, promised, disputed, gone, closed] = [
    ...[await owing(), await owing({ paid_cents: 50_000 }), await owing(), await owing(), await owing()],
    ...[await owing({ status: 'closed', result: 'RET', anonymous_at: app.clock.now() }), await owing({ status: 'closed', result: 'DUB' })],
  ] as const
  await link(atBank, { state: 'bank_opened', bank_opened_at: app.clock.now() })
  const by = { customer_id: batch.customerId, by_user: 'jan' }
  await app.db
    .insertInto('payment_promises')
    .values({ ...by, case_id: promised.id, kind: 'plan' })
    .execute()
  await app.db
    .insertInto('complaints')
    .values({ ...by, case_id: disputed.id, kind: 'dispute', text: 'niet van mij' })
    .execute()
  const all = [fine, paid, atBank, promised, disputed, gone, closed]
  const reasons = {
    ...{ [paid.id]: 'handOver.nothingOpen', [atBank.id]: 'handOver.paymentUnderWay', [promised.id]: 'handOver.promiseRuns' },
    ...{ [disputed.id]: 'handOver.disputed', [gone.id]: 'case.anonymous', [closed.id]: 'case.alreadyClosed' },
  }
  const asked = await ask(all)
  expect(asked).toMatchObject({ total: 7, allowed: 1, open: [{ currency: 'EUR', cents: 50_000 }] })
  expect(Object.fromEntries(asked.cases.map(({ caseID, reason }) => [caseID, reason]))).toEqual(reasons)
  const { handOverID } = await handOver(all)
  const rows = await casesOf(handOverID)
  expect(rows[0]).toMatchObject({ caseID: fine.id, state: 'handedOver', reason: null, openThenCents: 50_000 })
  expect(Object.fromEntries(rows.slice(1).map(({ caseID, reason }) => [caseID, reason]))).toEqual(reasons)
  expect(await caseRow(promised)).toEqual({ status: 'open', result: null })
  expect(await ask([fine])).toMatchObject({ allowed: 0, refused: [{ reason: 'case.handedOver', count: 1 }] })
})

const letterSent = async (one: BuiltCase, handedAt: string) => {
  const { id: templateId } = await app.db
    .insertInto('templates')
    .values({ customer_id: one.customerId, key: `brief-${one.id}`, kind: 'email' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: revisionId } = await app.db
    .insertInto('template_revisions')
    .values({ customer_id: one.customerId, template_id: templateId, texts: '{}', options: JSON.stringify({ formalLetter: true }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('letters')
    .values({
      ...{ customer_id: one.customerId, case_id: one.id, template_revision_id: revisionId, state: 'handedOver', subject: 'Aanmaning' },
      ...{ name: 'Vries', street: 'Dam 1', postcode: '1012 JS', city: 'Amsterdam', country: '', queued_by: '', simulated: true },
      ...{ queued_at: handedAt, next_at: handedAt, handed_at: handedAt, idempotency_key: `brief-${one.id}` },
    })
    .execute()
}

test('what a bailiff will miss is named case by case, and goes only when that is known', async () => {
  const fields = {
    hoofdsom: '400',
    incassokosten: '60',
    straat: 'Dam',
    huisnummer: '1',
    postcode: '1012JS',
    plaats: 'Amsterdam',
    factuurnummer: 'F1',
  }
  const [whole, without, company, bare] = [
    await owing({ fields: JSON.stringify(fields) }),
    await owing({ fields: JSON.stringify(fields) }),
    await owing({ fields: JSON.stringify({ ...fields, debiteurtype: 'zakelijk' }) }),
    await owing({ fields: JSON.stringify({ incassokosten: '0' }) }),
  ]
  await letterSent(whole, '2026-05-04T10:00:00Z')
  const all = [whole, without, company, bare]
  const { incomplete } = await ask(all)
  expect(incomplete).toMatchObject({
    count: 2,
    cases: [
      { caseID: without.id, name: 'Vries, J. de', lacks: ['letter'] },
      { caseID: bare.id, lacks: ['address', 'invoice'] },
    ],
  })
  expect(await start(all, { incompleteToo: false })).toMatchObject({ status: 409, body: { error: 'handOver.incomplete' } })
  expect((await start([whole, company], { incompleteToo: false })).status).toBe(200)
  await runJobs(app.services)
  // The client knows its own case.
  const { handOverID } = await handOver([without], { kind: 'client', name: 'Energie BV', incompleteToo: false })
  expect(await caseRow(without)).toEqual({ status: 'closed', result: 'RET' })
  expect(await casesOf(handOverID)).toMatchObject([{ name: 'Vries, J. de', letterOn: null }])
  const { handOverID: last } = await handOver([bare])
  await app.db.updateTable('hand_over_cases').set({ hand_over_id: last }).where('case_id', '=', whole.id).execute()
  expect(await casesOf(last)).toEqual(expect.arrayContaining([expect.objectContaining({ caseID: whole.id, letterOn: '2026-05-04' })]))
})

test('the case says who has it, the list masks its names, and whoever asked is notified of the file of its hand-over', async () => {
  const given = await owing()
  const { handOverID } = await handOver([given])
  const caseOf = async () => (await app.call(caseApi.get, { params: { caseID: given.id }, query: {} }).as(staff)).body.handedOver
  expect(await caseOf()).toEqual({ handOverID, to: 'Deurwaarder Jansen', on: '2026-06-01' })
  const { body } = await app.call(notificationApi.list, { query: { customerID: batch.customerId } }).as(staff)
  expect(body.rows[0]).toMatchObject({ kind: 'fileReady', handOverID, isRead: false })
  expect((await app.call(handOverApi.get, { params: { handOverID } }).as(staff)).body).toMatchObject({
    ...{ customerID: batch.customerId, handOverID, counts: { handedOver: 1 }, file: { state: 'kept' } },
  })
  await app.db
    .updateTable('scripts')
    .set({ fields: JSON.stringify([maskedName]) })
    .where('id', '=', batch.script.id)
    .execute()
  const masked = await app.build.staff({ rights: [Right.viewCases], customers: [batch.customerId] })
  const { body: shown } = await app.call(handOverApi.cases, { params: { handOverID }, query: { limit: 50 } }).as(masked)
  expect(shown.rows[0]?.name).toMatch(/^•+$/)
  await app.db.updateTable('scripts').set({ fields: '[]' }).where('id', '=', batch.script.id).execute()
  await app.call(handOverApi.takeBack, { params: { handOverID }, body: { caseIDs: [given.id], reason: 'Betaalt toch' } }).as(staff)
  expect(await caseOf()).toBeNull()
})

test('undone in time it was never handed over: the case is open, its link works, and nobody takes the file along', async () => {
  const given = await owing()
  const { id: linkId } = await link(given)
  const { handOverID } = await handOver([given])
  const fileID = (await rowOf(handOverID))?.file?.fileID ?? 0
  expect((await undoLast()).body).toMatchObject({ restored: 1, leftAlone: 0 })
  expect(await caseRow(given)).toEqual({ status: 'open', result: null })
  expect(await app.db.selectFrom('payment_links').select('state').where('id', '=', linkId).executeTakeFirst()).toEqual({ state: 'created' })
  expect(await rowOf(handOverID)).toMatchObject({ counts: { handedOver: 0, undone: 1 }, open: [], file: null })
  expect((await app.call(storedFileApi.download, { params: { fileID } }).as(staff)).status).toBe(404)
  expect(await app.call(handOverApi.makeFile, { params: { handOverID } }).as(staff)).toMatchObject({
    ...{ status: 409, body: { error: 'handOver.nothingLeft' } },
  })
})

test('undone before the job began, nothing was done and no file is waited for', async () => {
  const given = await owing()
  const { body } = await start([given])
  await app.db.updateTable('bulk_jobs').set({ state: 'cancelled' }).where('id', '=', body.bulk.bulkID).execute()
  await runJobs(app.services)
  expect(await caseRow(given)).toEqual({ status: 'open', result: null })
  expect(await rowOf(body.handOverID)).toMatchObject({ file: { state: 'failed', fault: 'handOver.nothingLeft' } })
})

test('taken back later it is open with the reason; the same does not happen by opening it', async () => {
  const [given, other] = [await owing(), await owing()]
  const { handOverID } = await handOver([given, other])
  const { body: seen } = await app.call(caseApi.get, { params: { caseID: given.id }, query: {} }).as(staff)
  const opened = await app
    .call(caseActionApi.reopen, { params: { caseID: given.id }, body: { version: seen.version, restart: false } })
    .as(staff)
  expect(opened).toMatchObject({ status: 409, body: { error: 'case.handedOver' } })
  const asked = { params: { handOverID }, body: { caseIDs: [given.id], reason: 'Betaalt toch bij ons' } }
  expect((await app.call(handOverApi.takeBack, asked).as(staff)).body).toEqual({ takenBack: 1, leftAlone: [] })
  expect((await app.call(handOverApi.takeBack, asked).as(staff)).body).toEqual({
    ...{ takenBack: 0, leftAlone: [{ reason: 'handOver.notThere', count: 1 }] },
  })
  expect(await caseRow(given)).toEqual({ status: 'open', result: null })
  expect(await eventsOf(given)).toEqual(expect.arrayContaining([['takenBack', { to: 'Deurwaarder Jansen', why: 'Betaalt toch bij ons' }]]))
  expect(await caseRow(other)).toMatchObject({ status: 'closed' })
  expect(await rowOf(handOverID)).toMatchObject({ counts: { handedOver: 1, takenBack: 1 } })
  // Its file is made anew, of what is still there.
  expect((await app.call(handOverApi.makeFile, { params: { handOverID } }).as(staff)).status).toBe(200)
  await runJobs(app.services)
  const file = (await rowOf(handOverID))?.file
  const fetched = await app.call(storedFileApi.download, { params: { fileID: file?.fileID ?? 0 } }).as(staff)
  expect([...(await unzip(fetched.bytes)).keys()]).toHaveLength(3)
})

test('who pays at the same moment comes first: nothing is handed over that is paid', async () => {
  const paying = await owing()
  const { id: linkId } = await link(paying)
  const { body } = await start([paying])
  // A payer holds the link, then the case, and the job waits behind both.
  let working: Promise<void> = Promise.resolve()
  await app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('payment_links').select('id').where('id', '=', linkId).forUpdate().execute()
    const run = { isLastAttempt: true, signal: new AbortController().signal }
    working = runBulk(app.services, { bulkId: body.bulk.bulkID, customerId: batch.customerId }, run)
    await new Promise((go) => setTimeout(go, 300))
    await tx.updateTable('cases').set({ paid_cents: 50_000, paid_on: '2026-06-01' }).where('id', '=', paying.id).execute()
    await tx.updateTable('payment_links').set({ state: 'paid', paid_at: app.clock.now() }).where('id', '=', linkId).execute()
  })
  await working
  await runJobs(app.services)
  expect(await caseRow(paying)).toEqual({ status: 'open', result: null })
  expect(await casesOf(body.handOverID)).toMatchObject([{ state: 'refused', reason: 'handOver.nothingOpen' }])
  expect(await rowOf(body.handOverID)).toMatchObject({ file: { state: 'failed', fault: 'handOver.nothingLeft' } })
})

test('who lost a right that the file asks hands nothing over any more', async () => {
  for (const lost of [Right.closeCases, Right.viewPersonalData, Right.exportReports, Right.viewCases]) {
    const given = await owing()
    const leaver = await app.build.staff({ rights, customers: [batch.customerId] })
    const { status, body } = await app.call(handOverApi.start, { body: wish([given]) }).as(leaver)
    expect(status).toBe(200)
    await app.pool.query(
      `delete from right_group_objects
      where group_id in (select group_id from right_group_members where user_id = $1)
        and object_id in (select id from right_objects where code = $2)`,
      [leaver.userId, lost],
    )
    await runJobs(app.services)
    expect([lost, await caseRow(given)]).toEqual([lost, { status: 'open', result: null }])
    expect([lost, await casesOf(body.handOverID)]).toEqual([lost, []])
    expect(await rowOf(body.handOverID)).toMatchObject({ isAtWork: false, file: { state: 'failed' } })
  }
})

test('killed between two parts it goes on, and nothing goes twice', async () => {
  const few = await Promise.all(Array.from({ length: 3 }, () => owing()))
  const many = await app.build.batch({ script: batch.script, cases: 600 })
  await app.db.updateTable('cases').set({ outstanding_cents: 100 }).where('batch_id', '=', many.id).execute()
  const { body } = await app.call(handOverApi.start, { body: { ...wish(few), filter: { batchID: many.id } } }).as(staff)
  const payload = { bulkId: body.bulk.bulkID, customerId: batch.customerId }
  // The process ends behind the first part.
  let parts = 0
  const signal = { aborted: true, throwIfAborted: () => void (++parts === 2 && fail()) } as AbortSignal
  await expect(runBulk(app.services, payload, { isLastAttempt: false, signal })).rejects.toThrow('killed')
  const count = async () =>
    Number(
      (
        await app.db
          .selectFrom('hand_over_cases')
          .select(({ fn }) => fn.countAll().as('n'))
          .where('hand_over_id', '=', body.handOverID)
          .executeTakeFirstOrThrow()
      ).n,
    )
  expect(await count()).toBe(500)
  expect((await rowOf(body.handOverID))?.isAtWork).toBe(true)
  await runBulk(app.services, payload, { isLastAttempt: true, signal: new AbortController().signal })
  expect(await count()).toBe(600)
  const { n } = await app.db
    .selectFrom('timeline')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('case_id', 'in', app.db.selectFrom('cases').select('id').where('batch_id', '=', many.id))
    .where('event', '=', 'handedOver')
    .executeTakeFirstOrThrow()
  expect(Number(n)).toBe(600)
  // Six hundred packs are not what is asked here.
  await app.db.updateTable('files').set({ removed_at: app.clock.now() }).where('state', '=', 'making').execute()
  await runJobs(app.services)
})
const fail = () => {
  throw new Error('killed')
}

test('the file is made within the budget of its job', async () => {
  const { body } = await start([await owing(), await owing()])
  const payload = { bulkId: body.bulk.bulkID, customerId: batch.customerId }
  await runBulk(app.services, payload, { isLastAttempt: true, signal: new AbortController().signal })
  const { file_id: fileId } = await app.db
    .selectFrom('hand_overs')
    .select('file_id')
    .where('id', '=', body.handOverID)
    .executeTakeFirstOrThrow()
  const stop = new AbortController()
  await withinBudget(jobCatalogue.makeHandOverFile.budget, stop, () => {
    const asked = { customerId: batch.customerId, handOverId: body.handOverID, fileId: fileId ?? 0, userId: staff.userId }
    return makeHandOverFile(app.services, asked, { signal: stop.signal, isLastAttempt: true })
  })
  expect(await rowOf(body.handOverID)).toMatchObject({ file: { state: 'kept' } })
  await runJobs(app.services)
})

test('those who were handed cases before are offered again, and another customer’s hand-over is not found', async () => {
  const { body } = await app.call(handOverApi.recipients, { query: { customerID: batch.customerId } }).as(staff)
  const email = 'dossiers@jansen.example'
  expect(body).toEqual([
    { kind: 'bailiff', name: 'Deurwaarder Jansen', email },
    { kind: 'client', name: 'Energie BV', email },
  ])
  const other = await app.build.batch({ cases: 1 })
  const stranger = await app.build.staff({ rights, customers: [other.customerId] })
  const { handOverID } = await handOver([await owing()], { name: 'Rente BV', kind: 'client' })
  for (const asked of [
    app.call(handOverApi.cases, { params: { handOverID }, query: { limit: 50 } }),
    app.call(handOverApi.makeFile, { params: { handOverID } }),
    app.call(handOverApi.takeBack, { params: { handOverID }, body: { caseIDs: [1], reason: 'zomaar' } }),
  ])
    expect(await asked.as(stranger)).toMatchObject({ status: 404, body: { error: 'handOver.notFound' } })
  expect(await start([await owing()], { on: '2099-01-01' })).toMatchObject({ status: 422, body: { error: 'handOver.inFuture' } })
})
