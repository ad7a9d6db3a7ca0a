import { randomBytes } from 'node:crypto'
import { type Demo, demosPerDay } from '@regie/contract/demos.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { insertCase } from '../cases/status/insert-cases.ts'
import { countDemosToday, findDemo } from './demo-queries.ts'

type Showable = { customerId: number; scriptId: number; customerName: string }
type Person = { name: string; lastName: string; phone: string | null; mobile: string | null; email: string | null }

/** Runs a script with the caller as its debtor: every message and call goes to the number and the address of his own account. */
export async function startDemo(
  { db, clock }: Services,
  caller: Caller,
  scriptId: number,
  { waitSecondsMax }: { waitSecondsMax: number | null },
): Promise<Demo> {
  const now = clock.now()
  const caseId = await db.transaction().execute(async (tx) => {
    const script = await findShowable(tx, caller, scriptId)
    const person = await findPerson(tx, caller)
    // His row is locked: two starts at once count one after the other.
    if ((await countDemosToday(tx, caller.userId, now)) >= demosPerDay) throw new AppError('demo.tooMany', { params: { max: demosPerDay } })
    const batchId = await ensureDemoBatch(tx, script)
    const made = await insertDemoCase(tx, script, { batchId, at: now, byUser: caller.username }, person)
    await tx
      .insertInto('demos')
      .values({
        customer_id: script.customerId,
        case_id: made,
        user_id: caller.userId,
        username: caller.username,
        script_id: scriptId,
        wait_seconds_max: waitSecondsMax,
        started_at: now,
      })
      .execute()
    return made
  })
  return findDemo(db, caller, caseId)
}

async function findShowable(tx: Transaction, caller: Caller, scriptId: number): Promise<Showable> {
  const row = await tx
    .selectFrom('scripts as s')
    .innerJoin('customers as k', 'k.id', 's.customer_id')
    .select(['s.customer_id', 's.active', 'k.name'])
    .where('s.id', '=', scriptId)
    // One without a live version does not exist yet.
    .where('s.live_version_id', 'is not', null)
    .executeTakeFirst()
  if (!row) throw new AppError('script.notFound')
  mustAccessCustomer(caller, row.customer_id, 'script.notFound')
  if (!row.active) throw new AppError('demo.scriptOff')
  return { customerId: row.customer_id, scriptId, customerName: row.name }
}

async function findPerson(tx: Transaction, { userId }: Caller): Promise<Person> {
  const user = await tx
    .selectFrom('staff')
    .select(['username', 'first_name', 'middle_name', 'last_name', 'phone', 'mobile', 'email'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const [phone, mobile, email] = [user.phone || null, user.mobile || null, user.email || null]
  if (!mobile && !email && !phone) throw new AppError('demo.noOwnNumber')
  const name = [user.first_name, user.middle_name, user.last_name].filter(Boolean).join(' ') || user.username
  return { name, lastName: user.last_name || user.username, phone, mobile, email }
}

/** The batch that holds a script's demos: in no list, total or report. */
async function ensureDemoBatch(tx: Transaction, { customerId, scriptId }: Showable): Promise<number> {
  await sql`
    insert into batches (customer_id, script_id, name, status, imported_at, is_demo)
    values (${customerId}, ${scriptId}, 'DEMO', 'open', now(), true)
    on conflict (customer_id, script_id) where is_demo do nothing`.execute(tx)
  const { id } = await tx
    .selectFrom('batches')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('script_id', '=', scriptId)
    .where('is_demo', '=', true)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('batch_counters')
    .values({ customer_id: customerId, batch_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}

async function insertDemoCase(
  tx: Transaction,
  { customerId, customerName }: Showable,
  { batchId, at, byUser }: { batchId: number; at: Date; byUser: string },
  person: Person,
): Promise<number> {
  const number = `DEMO-${randomBytes(4).toString('hex').toUpperCase()}`
  const fields = {
    dossiernummer: number,
    achternaam: person.lastName,
    factuurnummer: 'DEMO',
    opdrachtgever: customerName,
    openstaand: '42.50',
    ...(person.mobile && { mobiel: person.mobile }),
    ...(person.phone && { telefoon1: person.phone }),
    ...(person.email && { email: person.email }),
  }
  return insertCase(
    tx,
    { customerId, batchId, at, byUser, event: { event: 'demoStarted' } },
    {
      case_number: number,
      name: person.name,
      phone: person.phone,
      mobile: person.mobile,
      email: person.email,
      city: null,
      postcode: null,
      invoice_number: 'DEMO',
      locale: 'nl',
      outstanding_cents: 4250,
      fields,
    },
  )
}
