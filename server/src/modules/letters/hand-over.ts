import { type RefusalReason, RefusalReason as Reasons } from '@regie/contract/cases.ts'
import { sql } from 'kysely'
import { channelProviders } from '../../gateways/gateways.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { takeAwayLetters } from '../case-documents/case-documents.ts'
import { publishCaseChanged } from '../cases/case-changes.ts'
import { findContactFacts } from '../contact-facts/contact-facts.ts'
import { byStaff, letterPermission } from '../contact-permission/contact-permission.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import { drawLetters } from './draw-letters.ts'
import { findPrintPlace } from './print-place.ts'
import { markHandedOver } from './mark-handed-over.ts'
import { handOverBatch } from './print-batch.ts'
import { byScript } from './queue-letter.ts'

// A folder with more at once is hard to read for people too.
const lettersPerBatch = 200
const turnsMax = 50
const laterMs = 3_600_000
// Nothing mends these for this letter; what they ended is not sent when they pass.
const final: readonly RefusalReason[] = [
  'caseClosed',
  'batchClosed',
  'blacklisted',
  'onlyOwnNumber',
  'otherChannelPreferred',
  'noPostalAddress',
]

/** Job, every minute and after each letter of staff: draws what scripts queued, and gives what waits to the print shop of its customer. Whether it may still go is asked once more. */
export async function handOverLetters(services: Services, signal: AbortSignal): Promise<void> {
  await drawLetters(services, signal)
  for (const customerId of await customersWaiting(services)) {
    for (let turn = 0; turn < turnsMax && !signal.aborted; turn++) {
      if (!(await services.db.transaction().execute((tx) => takeWaiting(tx, services, customerId)))) break
    }
    if (signal.aborted) return
    await handOverBatch(services, customerId, signal)
  }
}

async function customersWaiting({ db, clock }: Services): Promise<number[]> {
  const now = clock.now()
  const { rows } = await sql<{ customerId: number }>`
    select customer_id as "customerId" from letters
    where state = 'queued' and print_batch_id is null and next_at <= ${now}
    union
    select customer_id from print_batches
    where done_at is null and (claimed_until is null or claimed_until <= ${now})
    order by 1`.execute(db)
  return rows.map(({ customerId }) => customerId)
}

type Waiting = { id: number; caseId: number; batchId: number; documentId: number; by: string }

/** Makes a batch of what may go; what may not waits or has its end. Without a print shop it has its end here: nothing leaves. Answers whether there was anything. */
async function takeWaiting(tx: Transaction, services: Services, customerId: number): Promise<boolean> {
  const now = services.clock.now()
  const { rows } = await sql<Waiting>`
    select l.id, l.case_id as "caseId", c.batch_id as "batchId", l.document_id as "documentId",
      l.queued_by as by
    from letters l
    join cases c on c.customer_id = l.customer_id and c.id = l.case_id
    where l.customer_id = ${customerId} and l.state = 'queued' and l.print_batch_id is null and l.next_at <= ${now}
    order by l.id
    limit ${lettersPerBatch}
    for update of l skip locked`.execute(tx)
  if (rows.length === 0) return false
  const isSimulated = (await findPrintPlace(tx, customerId)) === undefined
  const cases = rows.map(({ caseId }) => ({ customerId, caseId }))
  const facts = await findContactFacts(tx, channelProviders(services.gateways), cases, now)
  const going: Waiting[] = []
  for (const letter of rows) {
    const known = facts.get(letter.caseId)
    if (!known) continue
    // Its address was complete when it was printed.
    // Of what waits with it under a cap, only messages and the letters that were queued before take its place.
    const others = { ...known, contacts: known.contacts.filter(({ id, left }) => left || id > -letter.id) }
    const permission = letterPermission(letter.by === byScript ? others : byStaff(others), { hasAddress: true, isSimulated }, now)
    if (permission.ok) going.push(letter)
    else await hold(tx, customerId, letter, permission, now)
  }
  if (going.length === 0) return true
  const ids = going.map(({ id }) => id)
  if (isSimulated) {
    await markHandedOver(tx, { customerId, letters: going, isSimulated, at: now })
    return true
  }
  const { id: printBatchId } = await tx
    .insertInto('print_batches')
    .values({ customer_id: customerId, made_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('letters')
    .set({ print_batch_id: printBatchId, reason: null })
    .where('customer_id', '=', customerId)
    .where('id', 'in', ids)
    .execute()
  return true
}

type Held = { reason: string | null; nextAt: string | null }

async function hold(tx: Transaction, customerId: number, letter: Waiting, { reason, nextAt }: Held, now: Date): Promise<void> {
  const why = Reasons.parse(reason)
  const isOver = final.includes(why)
  await tx
    .updateTable('letters')
    .set(isOver ? { state: 'refused', reason: why } : { reason: why, next_at: nextAt ?? new Date(now.getTime() + laterMs) })
    .where('customer_id', '=', customerId)
    .where('id', '=', letter.id)
    .execute()
  if (!isOver) return
  const { caseId } = letter
  await takeAwayLetters(tx, customerId, [letter.documentId], now)
  await recordTimeline(tx, [{ customerId, caseId, event: 'letterRefused', params: { reason: why }, at: now }])
  await publishCaseChanged(tx, { customerId, ...letter })
}
