import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { handOverCasesMax, type handOverApi, refusedShownMax } from '@regie/contract/hand-overs.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { openCents } from '../cases/money/open-amount.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { announceHandOverFile } from '../hand-overs/hand-over-file.ts'
import { insertHandOver, setBulkOf } from '../hand-overs/insert-hand-over.ts'
import { handOverRefusal } from '../hand-overs/hand-over-refusals.ts'
import { hasInvoice, type KnownOfCase, prescribedLetterOn, whatIsMissing } from '../hand-overs/what-is-missing.ts'
import { insertBulk } from './bulk-changes.ts'
import { findBulk } from './bulk-queries.ts'
import { countSelection, nextSelected, pinSelection, type Selection } from './case-selection.ts'

type Wish = RequestOf<typeof handOverApi.start>['body']
type Question = ResponseOf<typeof handOverApi.question>
type Looked = KnownOfCase & { caseID: number; caseNumber: string; reason: string | null; currency: string; openCents: number }

/** Which cases of a selection would go now, and why the others would not. Asked again of each when its turn has come. */
export async function askHandOver(
  services: Services,
  caller: Caller,
  { customerID, filter }: RequestOf<typeof handOverApi.question>['body'],
): Promise<Question> {
  return questionOf(await lookAt(services, caller, customerID, await selectedIds(services, caller, customerID, filter)))
}

/** What is known of these cases, and whether each would go now. */
async function lookAt({ db, clock }: Services, caller: Caller, customerId: number, caseIds: readonly number[]): Promise<Looked[]> {
  const mayUnlock = caller.rights.includes(Right.lockBatches)
  const { rows } = await sql<Looked>`
    select c.id as "caseID", c.case_number as "caseNumber", c.name, c.fields, c.currency,
      ${sql.raw(hasInvoice)} as "hasInvoice", ${sql.raw(prescribedLetterOn)} as "letterOn",
      coalesce(${sql.raw(openCents('c'))}, 0) as "openCents",
      ${handOverRefusal(clock.now(), { mayUnlock })} as reason
    from cases c
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    where c.customer_id = ${customerId} and c.id = any(${caseIds}::bigint[])
    order by c.id`.execute(db)
  return rows
}

/** Of those that would go, the ones that lack something a bailiff needs. */
function incompleteOf(looked: readonly Looked[]) {
  return looked
    .filter(({ reason }) => reason === null)
    .map((one) => ({ caseID: one.caseID, caseNumber: one.caseNumber, name: one.name, lacks: whatIsMissing(one) }))
    .filter(({ lacks }) => lacks.length > 0)
}

function questionOf(rows: readonly Looked[]): Question {
  const incomplete = incompleteOf(rows)
  const refused = rows.flatMap(({ caseID, caseNumber, reason }) => (reason === null ? [] : [{ caseID, caseNumber, reason }]))
  const going = rows.filter(({ reason }) => reason === null)
  return {
    total: rows.length,
    allowed: going.length,
    open: [...Map.groupBy(going, ({ currency }) => currency)].map(([currency, of]) => ({
      currency,
      cents: of.reduce((sum, one) => sum + one.openCents, 0),
    })),
    refused: [...Map.groupBy(refused, ({ reason }) => reason)]
      .map(([reason, of]) => ({ reason, count: of.length }))
      .toSorted((one, other) => other.count - one.count),
    cases: refused.slice(0, refusedShownMax),
    incomplete: { count: incomplete.length, cases: incomplete.slice(0, refusedShownMax) },
  }
}

/** Begins to hand cases over: a job does it part by part, and another makes the file when it is done. */
export async function startHandOver(services: Services, caller: Caller, wish: Wish): Promise<ResponseOf<typeof handOverApi.start>> {
  const { db, clock } = services
  const now = clock.now()
  const { customerID: customerId, filter, on, kind, incompleteToo } = wish
  if (on > toLocalTime(now).date) throw new AppError('handOver.inFuture', { field: 'on' })
  const caseIDs = await selectedIds(services, caller, customerId, filter)
  // Whoever hands over to a bailiff has seen what the bailiff will miss.
  if (kind === 'bailiff' && !incompleteToo && incompleteOf(await lookAt(services, caller, customerId, caseIDs)).length > 0)
    throw new AppError('handOver.incomplete')
  const { handOverId, bulkId } = await db.transaction().execute(async (tx) => {
    const handOver = await insertHandOver(tx, caller, wish, now)
    const work = { action: { kind: 'handOver' as const, handOverID: handOver }, lastId: Math.max(...caseIDs) }
    const asked = { customerId, kind: 'cases', filter: { caseIDs }, work, total: caseIDs.length, at: now } as const
    const bulk = await insertBulk(tx, caller, asked)
    await setBulkOf(tx, { customerId, handOverId: handOver, bulkId: bulk })
    await announceHandOverFile(tx, { customerId, handOverId: handOver, userId: caller.userId })
    return { handOverId: handOver, bulkId: bulk }
  })
  return { handOverID: handOverId, bulk: await findBulk(db, caller, bulkId, now) }
}

/** What a selection means at this moment; more than fit into one file is refused. */
async function selectedIds({ db }: Services, caller: Caller, customerId: number, filter: Selection): Promise<number[]> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const { total } = await countSelection(db, caller, customerId, filter)
  if (total === 0) throw new AppError('bulk.nothingSelected')
  if (total > handOverCasesMax) throw new AppError('bulk.tooMany', { params: { max: handOverCasesMax } })
  const pinned = await pinSelection(db, caller, customerId, filter)
  const whole = { reached: 0, lastId: Number.MAX_SAFE_INTEGER, limit: handOverCasesMax }
  const caseIds = await nextSelected(db, customerId, pinned, whole)
  if (caseIds.length === 0) throw new AppError('bulk.nothingSelected')
  return caseIds
}
