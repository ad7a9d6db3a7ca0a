import { complianceApi, type ContactCaps } from '@regie/contract/customers.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltScript, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { runJobs } from '../../../test/run-jobs.ts'
import { takeTurn } from '../../engine/engine.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { registerEngine } from '../case-runs/engine-lease.ts'
import { writeMarks } from './communication-changes.ts'
import { claimMessages } from './outbox-claim.ts'
import { openOutbox } from './outbox.ts'

// The API saves over its own connections, the engine works over others: as two processes do, they share nothing but the database.
let app: TestApp
let own: Database
let engine: Services
let engineId: number
let staff: Staff
let script: BuiltScript
const steps: ScriptStep[] = [
  { kind: 'send-email', key: 'mail', next: 'wait', settings: { template: 'mail' } },
  { kind: 'wait', key: 'wait', next: 'end', settings: { minutes: 60 } },
  { kind: 'finish', key: 'end', settings: { result: 'RET' } },
]
beforeAll(async () => {
  app = await openTestApp()
  own = openDatabase(app.databaseUrl, { log: { warn: () => undefined }, servesAll: true })
  engine = { ...app.services, db: own.db, pool: own.pool }
  engineId = await registerEngine(own.db)
  script = await app.build.script({ profile: 'service', steps })
  await app.build.template({ customerId: script.customerId, key: 'mail', kind: 'email' })
  staff = await app.build.staff({ rights: [Right.changeCompliance], customers: [script.customerId] })
})
afterAll(async () => {
  await own.close()
  await app.close()
})

const none: ContactCaps = { answeredPerDay: null, callsPerDay: null, callsPerWeek: null, writtenPerWeek: null, contactsPerLifetime: null }
async function saveCaps(caps: Partial<ContactCaps>) {
  const { version } = (await app.call(complianceApi.get, { params: { customerID: script.customerId } }).as(staff)).body
  const body = { profile: 'service' as const, caps: { ...none, ...caps }, quietDaysAfterStaff: 1, reason: 'Afspraak', version }
  const { status } = await app.call(complianceApi.change, { params: { customerID: script.customerId }, body }).as(staff)
  expect(status).toBe(200)
}
const turn = () => takeTurn(engine, engineId, new Map())
const send = () => openOutbox(engine, engineId, 'email').drain()
const addCase = async (email: string, fields: Record<string, string> = {}) =>
  (await app.build.case({ batch: await app.build.batch({ script }), email, fields: JSON.stringify(fields) })).id
const heldOf = async (caseId: number) =>
  (await app.db.selectFrom('case_runs').select('held').where('case_id', '=', caseId).executeTakeFirstOrThrow()).held

test('a cap that is lowered holds for the next look of an engine, and one that is raised lets go what it held', async () => {
  await saveCaps({})
  for (const email of ['eerst@example.nl', 'ander@example.nl']) await addCase(email)
  await turn()
  expect(await send()).toBe(2)
  await saveCaps({ contactsPerLifetime: 1 })
  const second = await addCase('Eerst@example.nl')
  await turn()
  expect([await send(), await heldOf(second)]).toEqual([0, 'personLifetimeCap'])
  await saveCaps({ contactsPerLifetime: 2 })
  await runJobs(app.services)
  await turn()
  expect([await send(), await heldOf(second)]).toEqual([1, null])
})

test('cases that share an account of the debtor share a cap, at whatever addresses', async () => {
  await app.db
    .updateTable('scripts')
    .set({ fields: JSON.stringify([{ key: 'rekening', type: 'iban' }]) })
    .where('id', '=', script.id)
    .execute()
  await saveCaps({ writtenPerWeek: 1 })
  const account = { rekening: 'NL91ABNA0417164300' }
  await addCase('rekening1@example.nl', account)
  await turn()
  expect(await send()).toBe(1)
  const second = await addCase('rekening2@example.nl', account)
  const other = await addCase('rekening3@example.nl', { rekening: 'NL02ABNA0123456789' })
  await turn()
  expect([await send(), await heldOf(second), await heldOf(other)]).toEqual([1, 'personWrittenCap', null])
})

test('what an engine has claimed and not begun stays, whichever came first', async () => {
  await saveCaps({})
  for (let round = 0; round < 12; round++) {
    for (let n = 0; n < 2; n++) await addCase(`ronde${round}@example.nl`)
    await turn()
    const [claimed] = await Promise.all([claimMessages(engine, 'email', engineId, 10), saveCaps({ contactsPerLifetime: 0 })])
    const starts = claimed.map(({ customerId, id }) => ({ customerId, id, state: 'started' as const }))
    expect([...(await writeMarks(own.pool, engineId, starts, app.clock.now()))]).toEqual([])
    await saveCaps({})
    app.clock.advance(61_000)
    await send()
  }
})
