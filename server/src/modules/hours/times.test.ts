import { complianceApi } from '@regie/contract/customers.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { type ExtraWindow, type TimeWindow, timeApi } from '@regie/contract/time-windows.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { runJobs } from '../../../test/run-jobs.ts'

const rights = [Right.viewScripts, Right.changeTimes, Right.changeCompliance]
let app: TestApp
let customerID: number
let staff: Staff

beforeAll(async () => {
  app = await openTestApp({ start: '2026-11-21T12:00:00Z' })
  customerID = (await app.build.customer({ profile: 'incasso_wki' })).id
  staff = await app.build.staff({ rights, customers: [customerID] })
})
afterAll(() => app.close())

const nine = { id: null, start: '09:00', end: '11:59', weekdays: [1, 2, 3, 4, 5], channels: ['call' as const, 'email' as const] }
const noon = { ...nine, start: '13:00', end: '16:59' }
const eve = { id: null, date: '2026-12-24', closed: false, start: '09:00', end: '12:59', channels: ['call' as const] }
type Windows = {
  timeWindows?: readonly (TimeWindow & { id: number | null })[]
  extra?: readonly (ExtraWindow & { id: number | null })[]
}

/** A script without windows of its own, so that a test begins with nothing. */
async function emptyScript(name?: string) {
  const { id } = await app.build.script({ customerId: customerID, ...(name !== undefined && { name }) })
  await app.db.deleteFrom('script_windows').where('script_id', '=', id).execute()
  await app.db.updateTable('scripts').set({ always_open: false }).where('id', '=', id).execute()
  return id
}
const times = async (scriptID: number) => (await app.call(timeApi.get, { params: { scriptID } }).as(staff)).body
const bodyOf = async (scriptID: number, { timeWindows = [], extra = [] }: Windows) => {
  const { version, alwaysOpen } = await times(scriptID)
  return {
    version,
    alwaysOpen,
    timeWindows: timeWindows.map(({ id, start, end, weekdays, channels }) => ({ id, start, end, weekdays, channels })),
    extra: [...extra],
  }
}
const save = async (scriptID: number, windows: Windows, version?: number) => {
  const body = await bodyOf(scriptID, windows)
  return app.call(timeApi.save, { params: { scriptID }, body: { ...body, ...(version !== undefined && { version }) } }).as(staff)
}

test('the windows of a script are saved all at once, with the hours that its law leaves', async () => {
  const scriptID = await emptyScript()
  const { body } = await save(scriptID, { timeWindows: [nine, noon], extra: [eve] })
  expect(body).toMatchObject({ minHour: 7, maxHour: 19, lawWeekdays: [1, 2, 3, 4, 5, 6], lawHolidays: true, version: 2 })
  expect(body.windows).toMatchObject([{ start: '09:00', shared: 1 }, { start: '13:00' }])
  expect(body.extra).toMatchObject([{ date: '2026-12-24', end: '12:59' }])
  const [first] = body.windows
  const changed = await save(scriptID, { timeWindows: first ? [{ ...first, end: '12:14' }] : [] })
  expect(changed.body).toMatchObject({ windows: [{ id: first?.id, end: '12:14' }], extra: [] })
})

describe('nothing is saved of', () => {
  test.each([
    ['a window that ends before it begins', { timeWindows: [{ ...nine, end: '08:59' }] }, 'times.reversed', 'timeWindows.0.end'],
    ['two that meet', { timeWindows: [nine, { ...noon, start: '11:45' }] }, 'times.overlap', 'timeWindows.1.start'],
    ['hours before seven', { timeWindows: [{ ...nine, start: '06:45' }] }, 'times.outsideLimits', 'timeWindows.0.start'],
    ['hours after eight in the evening', { timeWindows: [nine, { ...noon, end: '20:14' }] }, 'times.outsideLimits', 'timeWindows.1.end'],
    ['a Sunday', { timeWindows: [{ ...nine, weekdays: [6, 7] }] }, 'times.lawWeekday', 'timeWindows.0.weekdays'],
    ['no day', { timeWindows: [{ ...nine, weekdays: [] }] }, 'times.noWeekday', 'timeWindows.0.weekdays'],
    ['no channel', { timeWindows: [{ ...nine, channels: [] }] }, 'times.noChannel', 'timeWindows.0.channels'],
    ['minutes between the quarters', { timeWindows: [{ ...nine, start: '09:05' }] }, 'times.quarters', 'timeWindows.0.start'],
    ['a date that is closed and open', { extra: [eve, { ...eve, closed: true }] }, 'times.dateTwice', 'extra.1.date'],
    ['a date on a Sunday', { extra: [{ ...eve, date: '2026-12-27' }] }, 'times.lawWeekday', 'extra.0.date'],
    ['hours of a date that meet', { extra: [eve, { ...eve, start: '12:45', end: '14:59' }] }, 'times.overlap', 'extra.1.start'],
    ['a window that is another script’s', { timeWindows: [{ ...nine, id: 9_000_000 }] }, 'times.windowNotFound', 'timeWindows.0'],
  ])('%s', async (_, windows, error, field) => {
    const scriptID = await emptyScript()
    expect(await save(scriptID, windows)).toMatchObject({ body: { error, field } })
    expect(await times(scriptID)).toMatchObject({ windows: [], extra: [], version: 1 })
  })
  test('who looked before somebody else saved', async () => {
    const scriptID = await emptyScript()
    await save(scriptID, { timeWindows: [nine] })
    expect(await save(scriptID, { timeWindows: [noon] }, 1)).toMatchObject({
      status: 409,
      body: { error: 'error.conflict', current: { windows: [{ start: '09:00' }], version: 2 } },
    })
  })
})

test('a window serves several scripts: a change reaches them all, and is told before; the last one takes it with it', async () => {
  const one = await emptyScript('Een')
  const two = await emptyScript('Twee')
  const [window] = (await save(one, { timeWindows: [nine] })).body.windows
  const windowID = window?.id ?? 0
  const place = { params: { scriptID: two, windowID } }
  expect((await times(two)).others).toContainEqual(expect.objectContaining({ id: windowID, scripts: ['Een'] }))
  expect((await app.call(timeApi.couple, place).as(staff)).body.windows).toMatchObject([{ id: windowID, shared: 2 }])
  expect(await app.call(timeApi.couple, place).as(staff)).toMatchObject({ status: 409, body: { error: 'times.alreadyCoupled' } })
  const shared = await app.call(timeApi.shared, place).as(staff)
  expect(shared.body).toMatchObject({ windowId: windowID, scripts: [{ name: 'Een' }, { name: 'Twee' }], editable: true })
  const wider = { ...nine, id: windowID, end: '15:59' }
  const impact = await app.call(timeApi.impact, { params: { scriptID: one }, body: await bodyOf(one, { timeWindows: [wider] }) }).as(staff)
  expect(impact.body).toMatchObject({ scripts: ['Twee'], nowOpen: false, nextAt: '2026-11-23T08:00:00.000Z' })
  await save(one, { timeWindows: [wider] })
  expect(await times(two)).toMatchObject({ windows: [{ end: '15:59' }], version: 3 })
  await save(two, { timeWindows: [wider, { ...nine, start: '16:00', end: '17:59' }] })
  expect(await save(one, { timeWindows: [{ ...wider, end: '16:59' }] })).toMatchObject({
    body: { error: 'times.overlap', params: { script: 'Twee' } },
  })
  await app.call(timeApi.remove, { params: { scriptID: one, windowID } }).as(staff)
  expect((await times(two)).windows).toHaveLength(2)
  await app.call(timeApi.remove, place).as(staff)
  expect((await times(one)).others.map(({ id }) => id)).not.toContain(windowID)
})

test('an end of 17:00 and one of 16:59 are the same end', async () => {
  const scriptID = await emptyScript()
  const { body } = await save(scriptID, {
    timeWindows: [
      { ...nine, end: '12:00' },
      { ...noon, start: '12:00', end: '17:00' },
    ],
    extra: [{ ...eve, end: '13:00' }],
  })
  expect(body.windows).toMatchObject([{ end: '11:59' }, { end: '16:59' }])
  expect(body.extra).toMatchObject([{ end: '12:59' }])
})

test('windows alone are saved; the other hours stay', async () => {
  const scriptID = await emptyScript()
  await save(scriptID, { timeWindows: [nine], extra: [eve] })
  const { id: _none, ...afternoon } = noon
  const { status, body } = await app.call(timeApi.save, { params: { scriptID }, body: { timeWindows: [afternoon] } }).as(staff)
  expect(status).toBe(200)
  expect(body).toMatchObject({ alwaysOpen: false, windows: [{ start: '13:00' }], extra: [{ date: eve.date }] })
})

describe('holidays', () => {
  const year = async (x: number, query: { customerID?: number; year?: number } = { customerID }) =>
    (await app.call(timeApi.holidays, { params: { x: String(x) }, query }).as(staff)).body
  const put = (x: number, days: object[], of = 2027, confirm = false) =>
    app.call(timeApi.saveHolidays, { params: { x: String(x) }, body: { customerID, year: of, days, confirm } as never }).as(staff)
  const own = { date: '2027-05-10', enabled: true, name: { nl: 'Bedrijfsuitje', eng: 'Outing', fr: 'Sortie' }, hours: null }

  test('a year alone is what the law says for the customers that one serves', async () => {
    const { year: of, days, askToConfirm } = await year(2027, {})
    expect([of, days.length > 8, askToConfirm]).toEqual([2027, true, false])
    expect(days[0]).toMatchObject({ date: '2027-01-01', byLaw: true, enabled: true })
  })

  test('those of the next year are asked for from November, until somebody has looked', async () => {
    expect(await year(2027)).toMatchObject({ askToConfirm: true, confirmed: null })
    expect(await year(2028)).toMatchObject({ askToConfirm: false })
    expect((await put(2027, [], 2027, true)).body).toMatchObject({ askToConfirm: false, confirmed: { by: staff.username } })
  })
  test('own days come beside those of the law, which stay closed', async () => {
    expect((await put(2027, [own])).body.days).toContainEqual({ ...own, source: 'eigen', byLaw: false })
    expect((await year(2027)).days).toContainEqual(
      expect.objectContaining({ date: '2027-05-07', source: 'gelijkgesteld', enabled: true, byLaw: true }),
    )
    const kingsDay = { date: '2027-04-27', enabled: false, name: null, hours: null }
    expect(await put(2027, [own, kingsDay])).toMatchObject({ status: 422, body: { error: 'times.holidayByLaw', field: 'days.1' } })
    expect((await year(2027)).days.filter(({ source }) => source === 'eigen')).toHaveLength(1)
  })
  test('one script may work on an own day of its customer, and then does', async () => {
    const scriptID = await emptyScript()
    const saturdays = { ...noon, weekdays: [6] }
    const today = { ...own, date: '2026-11-21' }
    const openNow = async () =>
      (await app.call(timeApi.impact, { params: { scriptID }, body: await bodyOf(scriptID, { timeWindows: [saturdays] }) }).as(staff)).body
    await put(2026, [today], 2026)
    expect(await openNow()).toMatchObject({ nowOpen: false, nextAt: '2026-11-28T12:00:00.000Z' })
    await put(scriptID, [{ ...today, enabled: false, name: null }], 2026)
    expect(await openNow()).toMatchObject({ nowOpen: true })
    expect((await year(2026)).days).toContainEqual(expect.objectContaining({ date: today.date, enabled: true }))
    expect((await year(scriptID, { year: 2026 })).days).toContainEqual(expect.objectContaining({ date: today.date, enabled: false }))
    expect((await year(scriptID, {})).days.map(({ date }) => date.slice(0, 4))).toEqual(expect.arrayContaining(['2026', '2027']))
    await put(2026, [], 2026)
  })
  test('a day of another year, one without a name, and a script’s own are refused', async () => {
    const scriptID = await emptyScript()
    const error = async (answer: ReturnType<typeof put>) => (await answer).body
    expect(await error(put(2027, [{ ...own, date: '2026-05-10' }]))).toMatchObject({ error: 'times.invalid' })
    expect(await error(put(2027, [{ ...own, date: '2027-06-10', name: null }]))).toMatchObject({ error: 'times.invalid' })
    expect(await error(put(scriptID, [{ ...own, date: '2027-06-10' }]))).toMatchObject({ error: 'times.invalid' })
    expect(await error(put(2027, [{ ...own, hours: { start: '12:00', end: '09:59' } }]))).toMatchObject({ error: 'times.reversed' })
  })
})

describe('compliance', () => {
  const caps = { answeredPerDay: 1, callsPerDay: 3, callsPerWeek: 7, writtenPerWeek: 3, contactsPerLifetime: null }
  const put = async (change: object) => {
    const { version } = (await app.call(complianceApi.get, { params: { customerID } }).as(staff)).body
    return app
      .call(complianceApi.change, {
        params: { customerID },
        body: { profile: 'incasso_wki', caps, quietDaysAfterStaff: 1, reason: 'Afspraak', version, ...change } as never,
      })
      .as(staff)
  }
  test('other caps want a reason, and collection is never without', async () => {
    expect(await put({ reason: ' ' })).toMatchObject({ status: 422, body: { field: 'reason' } })
    expect(await put({ caps: { ...caps, callsPerWeek: null } })).toMatchObject({
      status: 422,
      body: { error: 'compliance.capsTooWide', field: 'caps.callsPerWeek' },
    })
    expect(await put({ caps: { ...caps, writtenPerWeek: 5 } })).toMatchObject({
      body: {
        caps: { writtenPerWeek: 5 },
        profileCaps: caps,
        reason: 'Afspraak',
        changedBy: staff.username,
        earliest: '07:00',
        latest: '19:59',
      },
    })
    expect(await put({ version: 1 })).toMatchObject({ status: 409, body: { current: { caps: { writtenPerWeek: 5 } } } })
  })
  test('another profile brings its hours and its caps', async () => {
    const scriptID = await emptyScript()
    await put({ profile: 'telemarketing' })
    expect(await times(scriptID)).toMatchObject({ minHour: 9, maxHour: 21 })
    await put({ profile: 'incasso_wki' })
    expect(await times(scriptID)).toMatchObject({ minHour: 7, maxHour: 19 })
  })
})

test('what was held for its hours is looked at again when the hours are others', async () => {
  const script = await app.build.script({ customerId: customerID })
  const batch = await app.build.batch({ script, cases: 2 })
  const later = new Date('2026-11-23T08:00:00Z')
  const runs = () => app.db.selectFrom('case_runs').select(['due_at', 'held']).where('batch_id', '=', batch.id).orderBy('case_id').execute()
  await app.db
    .updateTable('case_runs')
    .set({ state: 'sleeping', due_at: later, held: 'outsideWindow' })
    .where('batch_id', '=', batch.id)
    .execute()
  const [first] = await app.db.selectFrom('case_runs').select('case_id').where('batch_id', '=', batch.id).orderBy('case_id').execute()
  await app.db
    .updateTable('case_runs')
    .set({ held: null })
    .where('case_id', '=', first?.case_id ?? 0)
    .execute()
  await save(script.id, { timeWindows: [nine] })
  await runJobs(app.services)
  expect((await runs()).map((run) => run.due_at)).toEqual([later, app.clock.now()])
})

test('what scripts keep of their hours is what the tables say, after all of the above', async () => {
  await app.db.deleteFrom('time_windows').where('customer_id', '=', customerID).where('starts', '=', '13:00').execute()
  const { rows } = await app.pool.query(`
    select id from scripts where hours is distinct from script_hours(customer_id, id)`)
  expect(rows).toEqual([])
})
