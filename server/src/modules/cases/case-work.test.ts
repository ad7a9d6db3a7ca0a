import { arrangementApi } from '@regie/contract/arrangements.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { closeCase } from './status/close-case.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
const rights = [Right.viewCases, Right.viewPersonalData, Right.changeCases, Right.closeCases, Right.changeInputFields, Right.newCase]
beforeAll(async () => {
  app = await openTestApp()
  batch = await app.build.batch({ script: await app.build.script({ profile: 'incasso_wki' }) })
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
})
afterAll(() => app.close())

const look = async ({ id }: BuiltCase) => (await app.call(caseApi.get, { params: { caseID: id }, query: {} }).as(staff)).body
const mailLight = async ({ id }: BuiltCase) => (await app.call(caseActionApi.permission, { params: { caseID: id } }).as(staff)).body.email
const events = async ({ id }: BuiltCase) =>
  (await app.call(caseApi.timeline, { params: { caseID: id }, query: {} }).as(staff)).body.rows.map(({ event, by }) => `${event} ${by}`)
const give = async (one: BuiltCase, given: object, as = staff) => {
  const { version } = await look(one)
  const body = { version, resultCode: 'INF', ...given }
  return app.call(caseActionApi.setResult, { params: { caseID: one.id }, body }).as(as)
}
const rowsOf = async (table: 'callbacks' | 'complaints' | 'payment_promises' | 'payment_promise_parts' | 'blacklist', one: BuiltCase) =>
  (
    await app.pool.query<Record<string, unknown>>(
      table === 'payment_promise_parts'
        ? 'select p.* from payment_promise_parts p join payment_promises m on m.id = p.promise_id where m.case_id = $1'
        : `select * from ${table} where case_id = $1 order by id`,
      [one.id],
    )
  ).rows

test('closing cancels what waits, and reopening lets the script go on where it stood', async () => {
  const one = await app.build.case({ batch })
  const key = { customer_id: one.customerId, case_id: one.id, batch_id: batch.id }
  const mail = { channel: 'email', recipient: 'a@example.nl', provider: 'simulated-email', simulated: true, idempotency_key: `w${one.id}` }
  const { id } = await app.db
    .insertInto('communications')
    .values({ ...key, ...mail })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('outbox')
    .values({ customer_id: one.customerId, communication_id: id, case_id: one.id, batch_id: batch.id, channel: 'email' })
    .execute()
  const params = { caseID: one.id }
  expect((await app.call(caseActionApi.closeQuestion, { params }).as(staff)).body).toEqual({
    queuedMessages: 1,
    inCall: false,
    openCallbacks: 0,
  })
  const { body: closed } = await app.call(caseActionApi.close, { params, body: { version: 1, resultCode: 'RET' } }).as(staff)
  expect(closed).toMatchObject({
    status: 'closed',
    result: 'RET',
    run: { state: 'finished' },
  })
  expect(await mailLight(one)).toMatchObject({ reason: 'caseClosed' })
  const { body: opened } = await app.call(caseActionApi.reopen, { params, body: { version: closed.version, restart: false } }).as(staff)
  expect(opened).toMatchObject({ status: 'open', result: null, lastResult: 'RET', run: { step: 'mail', state: 'ready' } })
  const by = staff.username
  expect(await events(one)).toEqual([`reopened ${by}`, `closed ${by}`, 'emailCancelled null'])
})

test('what waits goes to the address that the case has when it goes', async () => {
  const one = await app.build.case({ batch, email: 'vreemde@example.nl', fields: JSON.stringify({ email: 'vreemde@example.nl' }) })
  const key = { customer_id: one.customerId, case_id: one.id, batch_id: batch.id }
  const queue = async (state: 'queued' | 'started') => {
    const mail = {
      channel: 'email',
      recipient: 'vreemde@example.nl',
      provider: 'simulated-email',
      simulated: true,
      idempotency_key: `${state}${one.id}`,
    }
    const { id: communication_id } = await app.db
      .insertInto('communications')
      .values({ ...key, ...mail })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('outbox')
      .values({ ...key, communication_id, channel: 'email', state, owner: state === 'started' ? 1 : null })
      .execute()
  }
  await queue('queued')
  await queue('started')
  const body = { version: 1, fields: { email: 'jan@example.nl' } }
  expect((await app.call(caseActionApi.change, { params: { caseID: one.id }, body }).as(staff)).body.email).toBe('jan@example.nl')
  const sent = await app.db.selectFrom('communications').select('recipient').where('case_id', '=', one.id).orderBy('id').execute()
  expect(sent.map(({ recipient }) => recipient)).toEqual(['jan@example.nl', 'vreemde@example.nl'])
})

test('a script that had ended begins again only when that is asked for', async () => {
  const one = await app.build.case({ batch, status: 'closed' })
  await app.db.updateTable('case_runs').set({ step: 'end', step_no: 4, state: 'finished' }).where('case_id', '=', one.id).execute()
  const params = { caseID: one.id }
  const { body } = await app.call(caseActionApi.reopen, { params, body: { version: 1, restart: false } }).as(staff)
  expect(body.run).toMatchObject({ step: 'end', state: 'finished' })
  const { body: closed } = await app.call(caseActionApi.close, { params, body: { version: body.version, resultCode: 'DUB' } }).as(staff)
  const { body: again } = await app.call(caseActionApi.reopen, { params, body: { version: closed.version, restart: true } }).as(staff)
  expect(again.run).toMatchObject({ step: 'mail', state: 'ready' })
  const run = await app.db.selectFrom('case_runs').select('step_no').where('case_id', '=', one.id).executeTakeFirst()
  expect(run?.step_no).toBe(5)
})

test('who closed a case takes it back at once: it stands as it stood, with what was waiting', async () => {
  const one = await app.build.case({ batch, status: 'paused', paused_until: '2026-06-10T10:00:00Z' })
  const params = { caseID: one.id }
  const agent = await app.build.staff({ rights, customers: [batch.customerId] })
  await app.call(caseActionApi.close, { params, body: { version: 1, resultCode: 'RET' } }).as(agent)
  const [entry] = (await app.call(undoApi.list).as(agent)).body
  expect(entry).toMatchObject({ action: 'case.change', caseID: one.id, count: 1, change: { kind: 'close', result: 'RET' } })
  const undo = await app.call(undoApi.undo, { params: { token: entry?.token ?? '' } }).as(agent)
  expect(undo.body).toEqual({ restored: 1, leftAlone: 0, reasons: [] })
  expect(await look(one)).toMatchObject({
    status: 'paused',
    pausedUntil: '2026-06-10T10:00:00.000Z',
    result: null,
    run: { state: 'ready' },
  })
})

test('what a colleague did since is not taken back with it', async () => {
  const one = await app.build.case({ batch })
  const params = { caseID: one.id }
  const agent = await app.build.staff({ rights, customers: [batch.customerId] })
  await app.call(caseActionApi.pause, { params, body: { version: 1, until: null } }).as(agent)
  await give(one, { resultCode: 'GEG' })
  const [entry] = (await app.call(undoApi.list).as(agent)).body
  const undo = await app.call(undoApi.undo, { params: { token: entry?.token ?? '' } }).as(agent)
  expect(undo.body).toMatchObject({ restored: 0, leftAlone: 1, reasons: [{ count: 1 }] })
  expect(await look(one)).toMatchObject({ status: 'paused', result: 'GEG' })
})

test('a case is not opened in a batch that is closed', async () => {
  const one = await app.build.case({ batch: await app.build.batch({ script: batch.script, status: 'closed' }), status: 'closed' })
  const { body } = await app.call(caseActionApi.reopen, { params: { caseID: one.id }, body: { version: 1, restart: false } }).as(staff)
  expect(body).toMatchObject({ error: 'batch.notOpen' })
})

test('a case is not closed while a call is on', async () => {
  const one = await app.build.case({ batch, live_state: 'calling' })
  const { body, status } = await app
    .call(caseActionApi.close, { params: { caseID: one.id }, body: { version: 1, resultCode: 'RET' } })
    .as(staff)
  expect([status, body]).toMatchObject([409, { error: 'case.inCall' }])
})

test('who acts on an older version gets the newer one to see, and changes nothing', async () => {
  const one = await app.build.case({ batch, mobile: '+31612345678', fields: JSON.stringify({ mobiel: '+31612345678' }) })
  const agent = await app.build.staff({ rights: [Right.viewCases, Right.changeCases], customers: [batch.customerId] })
  await give(one, {})
  const stale = await app.call(caseActionApi.pause, { params: { caseID: one.id }, body: { version: 1, until: null } }).as(agent)
  expect([stale.status, stale.body]).toMatchObject([
    409,
    { error: 'error.conflict', current: { version: 2, result: 'INF', status: 'open' } },
  ])
  // Not even what a refusal shows tells more than this agent may see.
  expect(stale.text).not.toContain('612345678')
})

test('a pause ends by itself, or when somebody goes on', async () => {
  const one = await app.build.case({ batch, email: 'jan@example.nl' })
  const params = { caseID: one.id }
  const pause = (body: object) => app.call(caseActionApi.pause, { params, body: { version: 1, until: null, ...body } }).as(staff)
  expect((await pause({ until: '2026-06-03T08:00:00Z' })).body).toMatchObject({ error: 'case.pauseInPast', field: 'until' })
  expect((await pause({ until: '2027-06-04T09:00:00Z' })).body).toMatchObject({ error: 'case.pauseTooLong' })
  expect((await pause({ resume: true })).body).toMatchObject({ error: 'case.notPaused' })
  const paused = { status: 'paused', pausedUntil: '2026-06-04T09:00:00.000Z' }
  expect((await pause({ until: '2026-06-04T09:00:00Z' })).body).toMatchObject(paused)
  expect(await mailLight(one)).toMatchObject({ reason: 'casePaused' })
  expect((await pause({ version: 2, resume: true })).body).toMatchObject({ status: 'open', pausedUntil: null })
})

test('a result with T makes a call-back at a moment when one may call, and outreach waits for it', async () => {
  const one = await app.build.case({ batch, mobile: '+31612345678' })
  expect((await give(one, { resultCode: 'TERUG' })).body).toMatchObject({ error: 'case.callbackMissing', field: 'callbackAt' })
  const sunday = await give(one, { resultCode: 'TERUG', callbackAt: '2026-06-07T10:00:00Z' })
  expect(sunday.body).toMatchObject({ error: 'case.callbackOutsideWindow', params: { nextAt: '2026-06-08T05:00:00.000Z' } })
  const elsewhere = {
    resultCode: 'TERUG',
    callbackAt: '2026-06-08T10:00:00Z',
    callbackFor: (await app.build.staff({ rights, customers: [] })).userId,
  }
  expect((await give(one, elsewhere)).body).toMatchObject({ error: 'callback.userUnknown', field: 'callbackFor' })
  const { body } = await give(one, {
    resultCode: 'TERUG',
    callbackAt: '2026-06-08T10:00:00Z',
    callbackFor: staff.userId,
    note: 'Na het werk',
  })
  expect(body).toMatchObject({ status: 'paused', pausedUntil: '2026-06-08T10:00:00.000Z', result: 'TERUG' })
  expect(await rowsOf('callbacks', one)).toMatchObject([{ state: 'open', for_user_id: staff.userId, note: 'Na het werk' }])
})

test('a call-back that stands is replaced where that is asked, and only an open one of this case is', async () => {
  const [one, other] = [await app.build.case({ batch, mobile: '+31612345678' }), await app.build.case({ batch, mobile: '+31612345679' })]
  const back = (of: BuiltCase, at: string, more: object = {}) => give(of, { resultCode: 'TERUG', callbackAt: at, ...more })
  expect((await back(one, '2026-06-08T10:00:00Z', { note: 'Na het werk' })).status).toBe(200)
  const [first] = await rowsOf('callbacks', one)
  const replacesCallback = Number(first?.id)
  const moved = await back(one, '2026-06-09T10:00:00Z', { replacesCallback, note: 'Toch later' })
  expect(moved.body).toMatchObject({ status: 'paused', pausedUntil: '2026-06-09T10:00:00.000Z' })
  expect(await rowsOf('callbacks', one)).toMatchObject([
    { state: 'open', at: new Date('2026-06-09T10:00:00Z'), note: 'Toch later', version: 2 },
  ])
  expect((await back(other, '2026-06-09T10:00:00Z', { replacesCallback })).body).toMatchObject({
    error: 'callback.notFound',
    field: 'replacesCallback',
  })
  expect(await rowsOf('callbacks', other)).toEqual([])
})

test('a result with P writes down what was promised, and outreach waits until the day after', async () => {
  const one = await app.build.case({ batch })
  const early = await give(one, { resultCode: 'TOEZ', parts: [{ due: '2026-06-02', amountCents: 5000 }] })
  expect(early.body).toMatchObject({ error: 'promise.dateInvalid' })
  const { body } = await give(one, { resultCode: 'TOEZ', parts: [{ due: '2026-06-10', amountCents: 5000 }] })
  expect(body).toMatchObject({ status: 'paused', result: 'TOEZ', pausedUntil: '2026-06-10T22:00:00.000Z' })
  expect(await rowsOf('payment_promise_parts', one)).toMatchObject([{ no: 1, amount_cents: 5000, state: 'open' }])
  expect((await give(one, { resultCode: 'REG', parts: [{ due: '2026-07-10', amountCents: 1 }] })).body).toMatchObject({
    error: 'promise.alreadyOpen',
  })
})

test('a plan that is agreed as a result has the same choices as one that is agreed beside it', async () => {
  const one = await app.build.case({ batch })
  const parts = [
    { due: '2026-06-10', amountCents: 5000 },
    { due: '2026-07-10', amountCents: 5000 },
  ]
  const { body } = await give(one, { resultCode: 'REG', parts, asksByLink: false, missedInstalment: 'move' })
  expect(body).toMatchObject({ status: 'paused', result: 'REG' })
  expect(await rowsOf('payment_promises', one)).toMatchObject([{ kind: 'plan', asks_by_link: false, missed_instalment: 'move' }])
})

test('a result with K stops outreach; a complaint must be confirmed within two working days', async () => {
  const one = await app.build.case({ batch, email: 'jan@example.nl' })
  expect((await give(one, { resultCode: 'KLA' })).body).toMatchObject({ error: 'case.textMissing', field: 'note' })
  const { body } = await give(one, { resultCode: 'KLA', note: 'Onheus bejegend' })
  expect(body).toMatchObject({ status: 'paused', pausedForever: true })
  expect(await mailLight(one)).toMatchObject({ ok: false })
  expect(await rowsOf('complaints', one)).toMatchObject([
    { kind: 'complaint', state: 'open', confirm_before: new Date('2026-06-05T16:00:00Z') },
  ])
  // What is arranged meanwhile does not end it, and is waited for after it.
  const { body: promised } = await give(one, { resultCode: 'TOEZ', parts: [{ due: '2026-06-10', amountCents: 5000 }] })
  expect(promised).toMatchObject({ status: 'paused', pausedForever: true, result: 'TOEZ' })
  const [complaint] = await rowsOf('complaints', one)
  await app
    .call(arrangementApi.changeComplaint, {
      params: { caseID: one.id, complaintID: Number(complaint?.['id']) },
      body: { state: 'resolved', outcome: 'Excuses' },
    })
    .as(staff)
  expect(await look(one)).toMatchObject({ status: 'paused', pausedUntil: '2026-06-10T22:00:00.000Z' })
})

test('who goes on with a case does not go on with its complaint', async () => {
  const one = await app.build.case({ batch, email: 'jan@example.nl' })
  const { body: complained } = await give(one, { resultCode: 'KLA', note: 'Onheus bejegend' })
  const resume = { params: { caseID: one.id }, body: { version: complained.version, until: null, resume: true } }
  expect((await app.call(caseActionApi.pause, resume).as(staff)).body).toMatchObject({ status: 'open' })
  expect(await mailLight(one)).toMatchObject({ ok: false, reason: 'disputed' })
})

test('a result with X puts every number and address on the blacklist; with F it closes as well, for who may', async () => {
  const fields = JSON.stringify({ telefoon1: '+31101234567', mobiel: '+31612345679' })
  const one = await app.build.case({ batch, phone: '+31101234567', mobile: '+31612345679', email: 'Jan@Example.nl', fields })
  const agent = await app.build.staff({ rights: [Right.changeCases, Right.viewCases], customers: [batch.customerId] })
  expect((await give(one, { resultCode: 'OVL', retention: 'forever' }, agent)).status).toBe(403)
  expect((await give(one, { resultCode: 'OVL' })).body).toMatchObject({ error: 'case.retentionMissing', field: 'retention' })
  expect((await give(one, { resultCode: 'OVL', retention: 'forever' })).body).toMatchObject({ status: 'closed', result: 'OVL' })
  const listed = (await rowsOf('blacklist', one)).map(({ kind, value, expires_at }) => `${kind} ${value} ${expires_at}`)
  expect(listed.toSorted()).toEqual(['email jan@example.nl null', 'phone +31101234567 null', 'phone +31612345679 null'])
})

test.each([
  ['MAX', 'case.resultBySystem'],
  ['XYZ', 'case.resultCodeUnknown'],
])('the result %s is refused', async (resultCode, error) =>
  expect((await give(await app.build.case({ batch }), { resultCode })).body).toMatchObject({ error, field: 'resultCode' }),
)

test('a refused result leaves nothing behind, also not of what its flags did first', async () => {
  const one = await app.build.case({ batch, mobile: '+31612345677', live_state: 'calling' })
  expect((await give(one, { resultCode: 'OVL', retention: '1y' })).body).toMatchObject({ error: 'case.inCall' })
  expect([await rowsOf('blacklist', one), await events(one)]).toEqual([[], []])
})

test('fields are changed by the rules of an import, and the case is found by its new name at once', async () => {
  const fields = JSON.stringify({ dossiernummer: 'V1', achternaam: 'Jansen', openstaand: '10.00', mobiel: '+31612345676' })
  const one = await app.build.case({ batch, case_number: 'V1', name: 'Jansen', mobile: '+31612345676', fields })
  const change = (version: number, changed: Record<string, string>) =>
    app.call(caseActionApi.change, { params: { caseID: one.id }, body: { version, fields: changed } }).as(staff)
  const refused = await change(1, { mobiel: '0612', email: 'x', openstaand: '' })
  expect(refused.body).toMatchObject({
    error: 'case.fieldInvalid',
    field: 'mobiel',
    current: {
      faults: [
        { key: 'mobiel', fault: 'phoneInvalid' },
        { key: 'email', fault: 'emailInvalid' },
        { key: 'openstaand', fault: 'amountMissing' },
      ],
    },
  })
  expect((await change(1, { dossiernummer: 'V2' })).body).toMatchObject({ error: 'case.fieldReadOnly', field: 'dossiernummer' })
  const { body } = await change(1, { achternaam: 'De Wit', openstaand: '1.250,50', mobiel: '', telefoon1: '010 123 4567' })
  expect(body).toMatchObject({
    name: 'De Wit',
    outstandingCents: 125_050,
    phone: '+31101234567',
    fields: { achternaam: 'De Wit', openstaand: '1250.50' },
  })
  const search = await app.call(caseApi.search, { query: { customerID: batch.customerId, q: 'de wit' } }).as(staff)
  expect(search.body.rows.map(({ caseID }) => caseID)).toEqual([one.id])
  expect((await events(one))[0]).toBe(`fieldsChanged ${staff.username}`)
})

test('a new case joins an open batch, or the one of single cases; its number is free, and its script begins', async () => {
  const { body: form } = await app.call(caseActionApi.fieldsOfScript, { query: { scriptID: batch.script.id } }).as(staff)
  expect(form.batches.map(({ batchID }) => batchID)).toEqual([batch.id])
  expect(form.start).toMatchObject({ stepName: 'Mail', firstContact: { channel: 'email' } })
  expect(Date.parse(form.start?.firstContact?.at ?? '')).toBeGreaterThanOrEqual(app.clock.now().getTime())
  const create = (fields: Record<string, string>, batchID: number | null = null) =>
    app.call(caseActionApi.create, { body: { customerID: batch.customerId, scriptID: batch.script.id, batchID, fields } }).as(staff)
  const { body: missing } = await create({ achternaam: 'Smit', oeps: '1' })
  const faults = [
    { key: 'oeps', fault: 'fieldUnknown' },
    { key: 'dossiernummer', fault: 'required' },
    { key: 'openstaand', fault: 'amountMissing' },
    { key: 'telefoon1', fault: 'oneOfMissing' },
  ]
  expect(missing).toMatchObject({ error: 'case.fieldUnknown', current: { faults } })
  const fields = { dossiernummer: 'LOS-1', achternaam: 'Smit', openstaand: '75', mobiel: '06 12345675' }
  const { body: single } = await create(fields)
  expect(single).toMatchObject({
    caseNumber: 'LOS-1',
    name: 'Smit',
    outstandingCents: 7500,
    status: 'open',
    run: { step: 'mail', state: 'ready' },
  })
  expect((await create(fields)).body).toMatchObject({ error: 'case.numberTaken', field: 'dossiernummer' })
  const made = await app.db.selectFrom('batches').select('name').where('id', '=', single.batchID).executeTakeFirst()
  expect(made?.name).toMatch(/^Met de hand ingevoerd · ./)
  const { body: second } = await create({ ...fields, dossiernummer: 'LOS-2' })
  expect(second.batchID).toBe(single.batchID)
  const lock = { locked_at: app.clock.now(), locked_by: 'sanne', lock_reason: 'controle' }
  await app.db.updateTable('batches').set(lock).where('id', '=', single.batchID).execute()
  expect((await create({ ...fields, dossiernummer: 'LOS-3' })).body).toMatchObject({ error: 'batch.locked' })
  expect((await create({ ...fields, dossiernummer: 'IN-1' }, batch.id)).body.batchID).toBe(batch.id)
  const closed = await app.build.batch({ script: batch.script, status: 'closed' })
  expect((await create({ ...fields, dossiernummer: 'IN-2' }, closed.id)).body).toMatchObject({ error: 'batch.notOpen', field: 'batchID' })
  const { rows } = await app.pool.query('select * from batch_counters except select * from batch_counters_recounted')
  expect(rows).toEqual([])
})

test('a case is linked to another of its customer only', async () => {
  const [one, other] = [await app.build.case({ batch }), await app.build.case({ batch })]
  const stranger = await app.build.case()
  const link = async (linkedCaseID: number | null) => {
    const { version } = await look(one)
    return app.call(caseActionApi.link, { params: { caseID: one.id }, body: { version, linkedCaseID } }).as(staff)
  }
  expect((await link(one.id)).body).toMatchObject({ error: 'case.linkItself' })
  expect((await link(stranger.id)).body).toMatchObject({ error: 'case.linkInvalid' })
  expect((await link(other.id)).body.linkedCase).toMatchObject({ caseID: other.id })
  expect((await link(null)).body.linkedCase).toBeNull()
})

test('the cases of a locked batch are for who may lock it', async () => {
  const one = await app.build.case({ batch: await app.build.batch({ script: batch.script }) })
  await app.db
    .updateTable('batches')
    .set({ locked_at: app.clock.now(), locked_by: 'sanne', lock_reason: 'controle' })
    .where('id', '=', one.batchId)
    .execute()
  expect((await give(one, {})).body).toMatchObject({ error: 'batch.locked', params: { by: 'sanne', reason: 'controle' } })
  const leader = await app.build.staff({ rights: [...rights, Right.lockBatches], customers: [batch.customerId] })
  expect((await give(one, {}, leader)).status).toBe(200)
})

test('many people change one case at once: one after the other, nothing lost, all of it written down in order; and paid stays paid', async () => {
  const one = await app.build.case({ batch })
  const agents: Staff[] = []
  while (agents.length < 10) agents.push(await app.build.staff({ rights, customers: [batch.customerId] }))
  const params = { caseID: one.id }
  const pause = (agent: Staff, version: number, minute: number) => {
    const until = new Date(Date.parse('2026-07-01T09:00:00Z') + minute * 60_000).toISOString()
    return app.call(caseActionApi.pause, { params, body: { version, until } }).as(agent)
  }
  const newer = (text: string) => (JSON.parse(text) as { current: { version: number } }).current.version

  const atOnce = await Promise.all(Array.from({ length: 100 }, (_, i) => pause(agents[i % 10] as Staff, 1, i)))
  // A machine that is busy with other things may say so (503); that changes nothing either.
  expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(atOnce.filter(({ status }) => ![200, 409, 503].includes(status))).toEqual([])
  expect(new Set(atOnce.flatMap(({ status, text }) => (status === 409 ? [newer(text)] : [])))).toEqual(new Set([2]))

  // Who is refused looks at the newer case and does it then.
  await Promise.all(
    agents.map(async (agent, i) => {
      for (let version = 2; ; ) {
        const { status, text } = await pause(agent, version, 200 + i)
        if (status === 200) return
        if (status === 409) version = newer(text)
      }
    }),
  )
  expect(await look(one)).toMatchObject({ version: 12, status: 'paused' })
  const { rows } = await app.pool.query<{ before: { paused_until: string | null }; after: { paused_until: string } }>(
    `select before, after
      from audit
      where entity = 'case' and entity_id = $1 and action = 'cases.pause'
      order by at, id`,
    [String(one.id)],
  )
  expect(rows).toHaveLength(11)
  expect(rows.slice(1).map(({ before }) => before.paused_until)).toEqual(rows.slice(0, -1).map(({ after }) => after.paused_until))

  const paid = app.db.transaction().execute((tx) => closeCase(tx, { customerId: one.customerId, caseId: one.id }, 'BET'))
  const late = await Promise.all(agents.map((agent, i) => pause(agent, 12, 300 + i)))
  expect([await paid, late.filter(({ status }) => status === 200).length <= 1]).toEqual([true, true])
  expect(await look(one)).toMatchObject({ status: 'closed', result: 'BET', pausedUntil: null })
})

test('other fields end what held a case: it is looked at at once', async () => {
  const one = await app.build.case({ batch, fields: JSON.stringify({ niet_bellen_voor: '18:00' }) })
  const later = new Date(app.clock.now().getTime() + 3_600_000)
  await app.db
    .updateTable('case_runs')
    .set({ state: 'sleeping', held: 'personHours', due_at: later })
    .where('case_id', '=', one.id)
    .execute()
  const { version } = await look(one)
  const changed = await app
    .call(caseActionApi.change, { params: { caseID: one.id }, body: { version, fields: { niet_bellen_voor: '' } } })
    .as(staff)
  expect(changed.status).toBe(200)
  const run = await app.db.selectFrom('case_runs').select('due_at').where('case_id', '=', one.id).executeTakeFirstOrThrow()
  expect(run.due_at).toEqual(app.clock.now())
})
