import { complianceFileApi } from '@regie/contract/compliance-file.ts'
import type { CallOf } from '@regie/contract/endpoint.ts'
import { figureApi } from '@regie/contract/figures.ts'
import { homeApi } from '@regie/contract/home.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

let app: TestApp
let batch: BuiltBatch
let keeper: Staff
let amira: Staff
const rights = [Right.changeCompliance, Right.viewCases, Right.exportReports]
beforeAll(async () => {
  // A Wednesday, 11:00 in Amsterdam.
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())
beforeEach(async () => {
  batch = await app.build.batch({ script: await app.build.script({ profile: 'incasso_wki' }) })
  const customers = [batch.customerId]
  keeper = await app.build.staff({ rights, customers, home: batch.customerId })
  amira = await app.build.staff({ rights: [Right.viewCases], customers, home: batch.customerId })
})

const params = () => ({ customerID: batch.customerId })
const file = async (by = keeper) => (await app.call(complianceFileApi.get, { params: params() }).as(by)).body
const terms = {
  ...{ wkiNumber: 'WKI-0042', renewBefore: '2026-09-01', vogMonths: null, refresherMonths: 12, warnDays: 60 },
  ...{ registrationWarnDays: 180, complaintDays: 28, version: 1 },
} as const
const change = (body: Partial<CallOf<typeof complianceFileApi.change>['body']> = {}, by = keeper) =>
  app.call(complianceFileApi.change, { params: params(), body: { ...terms, ...body } }).as(by)
type StaffChange = CallOf<typeof complianceFileApi.changeStaff>['body']
const trained: StaffChange = {
  ...{ collects: true, vogOn: '2025-01-10', trainingLevel: 'employee', trainedOn: '2024-02-01', refreshedOn: '2025-07-01', version: 1 },
}
const keep = (body: Partial<StaffChange> = {}, userID = amira.userId, by = keeper) =>
  app.call(complianceFileApi.changeStaff, { params: { ...params(), userID }, body: { ...trained, ...body } }).as(by)
const attention = async (by = keeper) => (await app.call(homeApi.get, { query: params() }).as(by)).body.attention.complianceFile

test('the file has every member of staff of the customer, what is missing, and the terms of the law until somebody says otherwise', async () => {
  const found = await file()
  expect(found).toMatchObject({ wkiNumber: '', registrationState: 'missing', vogMonths: null, refresherMonths: 12, changedAt: null })
  expect(found.staff.map(({ userID, vogState, trainingState }) => [userID, vogState, trainingState])).toEqual(
    expect.arrayContaining([
      [keeper.userId, 'missing', 'missing'],
      [amira.userId, 'missing', 'missing'],
    ]),
  )
  expect(found.staff).toHaveLength(2)
})

test('VOG and training of one person are saved, are due a year after the refresher, and stand in the audit log', async () => {
  const { body, status } = await keep()
  expect(status).toBe(200)
  expect(body).toMatchObject({ vogState: 'fine', vogDue: null, refresherDue: '2026-07-01', trainingState: 'soon', version: 2 })
  const entries = await app.db
    .selectFrom('audit')
    .select(['entity', 'action'])
    .where('entity', '=', 'staffRecord')
    .where('entity_id', '=', String(amira.userId))
    .execute()
  expect(entries).toEqual([{ entity: 'staffRecord', action: 'complianceFile.changeStaff' }])
  await change({ vogMonths: 12, warnDays: 7 })
  const one = (await file()).staff.find(({ userID }) => userID === amira.userId)
  expect(one).toMatchObject({ vogDue: '2026-01-10', vogState: 'overdue', trainingState: 'fine' })
  // Who saw an older version does not save over it.
  expect((await keep()).body).toMatchObject({ error: 'error.conflict', current: { version: 2 } })
})

test.each([
  [{ vogOn: '2026-06-04' }, 'complianceFile.dayInFuture', 'vogOn'],
  [{ trainedOn: '2026-06-04', refreshedOn: null }, 'complianceFile.dayInFuture', 'trainedOn'],
  [{ refreshedOn: '2027-01-01' }, 'complianceFile.dayInFuture', 'refreshedOn'],
  [{ trainedOn: null, refreshedOn: null }, 'complianceFile.trainingDayMissing', 'trainedOn'],
  [{ trainingLevel: null }, 'complianceFile.levelMissing', 'trainingLevel'],
  [{ refreshedOn: '2024-01-31' }, 'complianceFile.refreshedTooEarly', 'refreshedOn'],
  [{ trainingLevel: null, trainedOn: null }, 'complianceFile.refreshedTooEarly', 'refreshedOn'],
] as const)('%o is refused with %s', async (body, error, field) => {
  expect((await keep(body)).body).toMatchObject({ error, field })
  expect((await file()).staff.every(({ vogOn }) => vogOn === null)).toBe(true)
})

test.each([{ vogOn: '1202-01-01' }, { vogOn: '2026-02-30' }, { trainingLevel: 'boss' as 'lead' }])('%o is no record', async (body) => {
  expect((await keep(body)).status).toBe(400)
})

test('today is no future, also between midnight in Amsterdam and in Greenwich', async () => {
  app.clock.set(new Date('2026-06-03T22:30:00Z'))
  try {
    const late = await app.build.staff({ rights, customers: [batch.customerId], home: batch.customerId })
    expect((await keep({ vogOn: '2026-06-04' }, amira.userId, late)).status).toBe(200)
    expect((await keep({ vogOn: '2026-06-05', version: 2 }, amira.userId, late)).body).toMatchObject({
      error: 'complianceFile.dayInFuture',
    })
  } finally {
    app.clock.set(new Date('2026-06-03T09:00:00Z'))
  }
})

test('the law of the customer bounds how late a refresher may be', async () => {
  expect((await change({ refresherMonths: 13 })).body).toMatchObject({ error: 'complianceFile.refresherTooLate', params: { months: 12 } })
  const other = await app.build.customer({ profile: 'b2b' })
  const owner = await app.build.staff({ rights, customers: [other.id], home: other.id })
  const body = { ...terms, refresherMonths: 24 }
  expect((await app.call(complianceFileApi.change, { params: { customerID: other.id }, body }).as(owner)).status).toBe(200)
})

test('only who keeps compliance opens it, and never of another customer', async () => {
  const customers = [batch.customerId]
  const half = await app.build.staff({ rights: [Right.viewUsers], customers })
  expect((await app.call(complianceFileApi.get, { params: params() }).as(half)).status).toBe(403)
  expect((await keep({}, amira.userId, half)).status).toBe(403)
  const foreign = await app.build.customer()
  const stranger = await app.build.staff({ rights, customers: [foreign.id], home: foreign.id })
  expect((await app.call(complianceFileApi.get, { params: params() }).as(stranger)).status).toBe(404)
  expect((await change({}, stranger)).status).toBe(404)
  // Somebody of another customer is not brought into the own file.
  expect((await keep({}, stranger.userId)).body).toMatchObject({ error: 'user.notFound' })
  const own = { params: { customerID: foreign.id, userID: amira.userId }, body: trained }
  expect((await app.call(complianceFileApi.changeStaff, own).as(stranger)).body).toMatchObject({ error: 'user.notFound' })
})

test('who is locked out is not in it, and who is of the installation only for who manages that', async () => {
  const { userId } = await app.build.staff({ home: null })
  const chief = await app.build.staff({ rights: [...rights, Right.changeRightObjects], customers: [batch.customerId], home: null })
  const ids = async (by: Staff) => (await file(by)).staff.map(({ userID }) => userID)
  expect(await ids(keeper)).not.toContain(userId)
  expect(await ids(chief)).toContain(userId)
  await app.db.updateTable('users').set({ locked_at: app.clock.now() }).where('id', '=', amira.userId).execute()
  expect(await ids(keeper)).not.toContain(amira.userId)
})

test('the first screen counts what the file shows, once it is saved, for who may see it', async () => {
  expect(await attention()).toBeNull()
  await change()
  // Two people without VOG and training; the registration is to be renewed within 180 days.
  expect(await attention()).toEqual({ overdue: 4, soon: 1, first: '2026-09-01' })
  await keep({ collects: false }, keeper.userId)
  await keep()
  expect(await attention()).toEqual({ overdue: 0, soon: 2, first: '2026-07-01' })
  const { staff, registrationState } = await file()
  const states = [registrationState, ...staff.flatMap(({ vogState, trainingState }) => [vogState, trainingState])]
  expect(states.filter((state) => state === 'soon')).toHaveLength(2)
  await keep({ refreshedOn: '2026-06-01', version: 2 })
  await change({ renewBefore: '2031-09-01', version: 2 })
  expect(await attention()).toBeNull()
  await change({ renewBefore: '2026-06-02', version: 3 })
  expect(await attention()).toEqual({ overdue: 1, soon: 0, first: null })
  expect(await attention(amira)).toBeNull()
})

type Complaint = { at: string; confirmed?: string; resolved?: string; before?: string; kind?: string }
async function complain({ at, confirmed, resolved, before = '2026-03-05T23:00:00Z', kind = 'complaint' }: Complaint) {
  const { id } = await app.build.case({ batch })
  await app.db
    .insertInto('complaints')
    .values({
      ...{ customer_id: batch.customerId, case_id: id, kind, text: 'te hard', by_user: 'mees', at, confirm_before: before },
      ...(confirmed !== undefined && { confirmed_at: confirmed, state: 'confirmed' }),
      ...(resolved !== undefined && { resolved_at: resolved, state: 'resolved' }),
    })
    .execute()
  return id
}

test('complaints are counted by the year and day they came in, and each number leads to its cases', async () => {
  // On New Year's Eve in Greenwich it is 2026 in Amsterdam.
  const first = await complain({ at: '2025-12-31T23:30:00Z', confirmed: '2026-01-02T10:00:00Z', before: '2026-01-05T23:00:00Z' })
  // The 28th day still counts, whatever the hour.
  const inTime = await complain({ at: '2026-03-03T09:00:00Z', confirmed: '2026-03-06T09:00:00Z', resolved: '2026-03-31T20:00:00Z' })
  const late = await complain({ at: '2026-03-03T09:00:00Z', resolved: '2026-04-02T09:00:00Z' })
  const open = await complain({ at: '2026-06-02T09:00:00Z', before: '2026-06-04T23:00:00Z' })
  await complain({ at: '2025-05-01T09:00:00Z', confirmed: '2025-05-01T10:00:00Z', resolved: '2025-05-02T09:00:00Z' })
  await complain({ at: '2026-03-03T09:00:00Z', kind: 'dispute' })
  const { years } = await file()
  expect(years).toEqual([
    { year: 2026, counts: { all: 4, confirmedInTime: 1, confirmedLate: 2, handledInTime: 1, handledLate: 2, open: 2 } },
    { year: 2025, counts: { all: 1, confirmedInTime: 1, confirmedLate: 0, handledInTime: 1, handledLate: 0, open: 0 } },
  ])
  const behind = async (complaints: 'all' | 'confirmedLate' | 'handledInTime' | 'handledLate' | 'open') => {
    const query = { ...params(), figure: 'complaints', complaints, from: '2026-01-01', until: '2026-12-31' } as const
    const { rows, total } = (await app.call(figureApi.cases, { query }).as(keeper)).body
    expect(total?.value).toBe(rows.length)
    return rows.map(({ caseID }) => caseID).toSorted((one, other) => one - other)
  }
  expect(await behind('all')).toEqual([first, inTime, late, open])
  expect(await behind('confirmedLate')).toEqual([inTime, late])
  expect(await behind('handledInTime')).toEqual([inTime])
  expect(await behind('handledLate')).toEqual([first, late])
  expect(await behind('open')).toEqual([first, open])
  // The agreed days are those of the file.
  await change({ complaintDays: 40 })
  expect((await file()).years[0]?.counts).toMatchObject({ handledInTime: 2, handledLate: 1 })
  expect(await behind('handledLate')).toEqual([first])
})

test('the staff leave as CSV without formulas, and the audit log says who took it', async () => {
  await keep()
  await app.db.updateTable('contacts').set({ job_title: '=1+1', last_name: 'Bakker' }).where('user_id', '=', amira.userId).execute()
  const query = { view: 'staff', locale: 'nl' } as const
  const { text } = await app.call(complianceFileApi.file, { params: params(), query }).as(keeper)
  const [head = '', ...lines] = text.split('\r\n')
  expect(head).toContain('Naam')
  expect(lines.find((line) => line.includes('Bakker'))).toMatch(/'=1\+1.*2025-01-10.*in orde.*incassomedewerker.*2026-07-01.*binnenkort/)
  const entries = await app.db.selectFrom('audit').select('username').where('action', '=', 'complianceFile.file').execute()
  expect(entries.map(({ username }) => username)).toContain(keeper.username)
  const years = await app.call(complianceFileApi.file, { params: params(), query: { view: 'complaints', locale: 'fr' } }).as(keeper)
  expect(years.text).toContain('Année')
  const reader = await app.build.staff({ rights: [Right.changeCompliance], customers: [batch.customerId] })
  expect((await app.call(complianceFileApi.file, { params: params(), query }).as(reader)).status).toBe(403)
})

test('the record goes with the account', async () => {
  await keep()
  await app.db.deleteFrom('users').where('id', '=', amira.userId).execute()
  const left = await app.db.selectFrom('staff_records').select('user_id').where('user_id', '=', amira.userId).execute()
  expect(left).toEqual([])
})
