import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { LeftAloneReason, undoApi } from '@regie/contract/undo.ts'
import { ownCustomerRight } from '@regie/contract/right-codes.ts'
import * as z from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import { withAllCustomers } from '../../platform/db/scope.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findBatchLock, mustNotBeLocked } from '../cases/batch-lock.ts'
import { notifyEngine } from '../case-runs/notify-engine.ts'
import { type LeftAlone, restoreCases } from '../cases/many/restore-cases.ts'
import { wakeHeldByBatch } from '../case-runs/wake-held.ts'
import { findRightsNow } from '../identity/users/user-standing.ts'
import { type UndoEntry, findOwnUndoEntry, markUndone } from '../undo-entries/undo-entry-queries.ts'
import { changeBatch, selectBatchForUpdate } from '../batches/batch-changes.ts'
import { undoRelease } from '../batches/trial/undo-release.ts'
import { BatchBefore } from '../batches/batch-actions.ts'
import { undoListing } from '../arrangements/blacklist/take-off-entry.ts'
import { undoBlacklist } from '../arrangements/blacklist/take-off-blacklist.ts'
import { reviveLinksOfEntry } from '../payment-links/end-links.ts'
import { dropFromBefore } from '../undo-entries/open-undo-entry.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { undoHandOver, withdrawFile } from '../hand-overs/undo-hand-over.ts'
import { undoMerge } from '../contacts/merge-contacts.ts'
import { undoView } from '../saved-views/undo-view.ts'
import { rightsToUndo, undoMessages } from '../mass-messages/take-back.ts'
import { stopBulk } from '../bulk/bulk-changes.ts'

// One transaction for so many cases: 100,000 are back in seconds, and who works on the same batch waits for none of it.
const casesPerTurn = 1_000

const Before = z.object({ batches: z.array(BatchBefore).default([]) })

/** Takes an entry back: batches and cases that nobody changed since stand as they stood, with what was waiting to be sent. */
export async function undoEntry(services: Services, caller: Caller, token: string): Promise<ResponseOf<typeof undoApi.undo>> {
  const { db, clock } = services
  const now = clock.now()
  const entry = await findOwnUndoEntry(db, caller, token, now)
  mustAccessCustomer(caller, entry.customerId, 'undo.notFound')
  await mustStillHold(services, caller, entry)
  if (entry.action === 'view.change' || entry.action === 'view.remove') return undoViewEntry(services, entry, now)
  if (entry.action === 'contact.merge') return undoMergeEntry(services, entry, now)
  if (entry.action === 'messages.send') return undoMessagesEntry(services, caller, entry, now)
  if (entry.action === 'listing.add' || entry.action === 'listing.remove') return undoListingEntry(services, caller, entry, now)
  if (entry.action === 'batch.release') return undoReleaseEntry(services, caller, entry, now)
  const { batches } = Before.parse(entry.before)
  await mustBeUnlocked(services, caller, entry, batches)
  await db.transaction().execute(async (tx) => {
    await stopBulk(tx, entry, now)
    await withdrawFile(tx, entry, caller.userId)
    await dropFromBefore(tx, entry, 'linksOf')
  })
  // What stood still stands still before its cases come back; what worked begins when they are there.
  const still = await putBatchesBack(
    services,
    entry,
    batches.filter((batch) => batch.status !== 'open'),
  )
  const cases = await putCasesBack(services, caller, entry, now)
  // A case that somebody works on since keeps its batch open: in a closed one nobody would be contacted any more.
  const closed = batches.filter((batch) => batch.status === 'closed')
  const reopened = cases.leftAlone.size === 0 ? 0 : await putBatchesBack(services, entry, closed.map(turned))
  const working = await putBatchesBack(
    services,
    entry,
    batches.filter((batch) => batch.status === 'open'),
  )
  if (!(await db.transaction().execute((tx) => markUndone(tx, entry, now)))) throw new AppError('undo.gone')
  const isOnlyBatches = cases.restored === 0 && cases.leftAlone.size === 0
  const left: LeftAlone = new Map([...cases.leftAlone, ['batchChanged', batches.length - still - working], ['batchKept', reopened]])
  const reasons = reasonsOf(left)
  return {
    restored: isOnlyBatches && still + working - reopened > 0 ? entry.count : cases.restored,
    leftAlone: reasons.reduce((sum, { count }) => sum + count, 0),
    reasons,
  }
}

async function undoMessagesEntry(
  services: Services,
  caller: Caller,
  entry: UndoEntry,
  now: Date,
): Promise<ResponseOf<typeof undoApi.undo>> {
  const { db } = services
  const ref = { customerId: entry.customerId, entryId: entry.id }
  for (const right of await rightsToUndo(db, ref)) await mustStillHold(services, caller, { ...entry, right })
  const { restored, left } = await undoMessages(db, ref, { byUser: caller.username, now })
  if (!(await db.transaction().execute((tx) => markUndone(tx, entry, now)))) throw new AppError('undo.gone')
  return { restored, leftAlone: left, reasons: left === 0 ? [] : [{ reason: 'sent', count: left }] }
}

async function undoReleaseEntry(services: Services, caller: Caller, entry: UndoEntry, now: Date): Promise<ResponseOf<typeof undoApi.undo>> {
  await mustBeUnlocked(services, caller, entry, [])
  const { restored, leftAlone } = await services.db.transaction().execute(async (tx) => {
    if (!(await markUndone(tx, entry, now))) throw new AppError('undo.gone')
    return undoRelease(tx, entry)
  })
  const reasons = reasonsOf(new Map(Object.entries(leftAlone) as [LeftAloneReason, number][]))
  return { restored, leftAlone: reasons.reduce((sum, { count }) => sum + count, 0), reasons }
}

async function undoListingEntry({ db }: Services, caller: Caller, entry: UndoEntry, now: Date): Promise<ResponseOf<typeof undoApi.undo>> {
  const { restored, leftAlone } = await db.transaction().execute(async (tx) => {
    if (!(await markUndone(tx, entry, now))) throw new AppError('undo.gone')
    return undoListing(tx, caller, entry, now)
  })
  return { restored, leftAlone, reasons: reasonsOf(new Map([['listingChanged', leftAlone]])) }
}

/** What was left alone and why, the most first. */
function reasonsOf(left: LeftAlone) {
  const reasons = [...left].map(([reason, count]) => ({ reason, count })).filter(({ count }) => count > 0)
  return reasons.toSorted((one, other) => other.count - one.count)
}

async function undoViewEntry({ db }: Services, entry: UndoEntry, now: Date): Promise<ResponseOf<typeof undoApi.undo>> {
  const isBack = await db.transaction().execute(async (tx) => {
    if (!(await markUndone(tx, entry, now))) throw new AppError('undo.gone')
    return undoView(tx, entry, now)
  })
  return isBack ? { restored: 1, leftAlone: 0, reasons: [] } : { restored: 0, leftAlone: 1, reasons: [{ reason: 'viewChanged', count: 1 }] }
}

async function undoMergeEntry({ db }: Services, entry: UndoEntry, now: Date): Promise<ResponseOf<typeof undoApi.undo>> {
  const isBack = await db.transaction().execute(async (tx) => {
    if (!(await markUndone(tx, entry, now))) throw new AppError('undo.gone')
    return undoMerge(tx, entry, now)
  })
  return isBack
    ? { restored: 1, leftAlone: 0, reasons: [] }
    : { restored: 0, leftAlone: 1, reasons: [{ reason: 'contactChanged', count: 1 }] }
}

/** What takes the taking back back. */
function turned({ after, ...before }: BatchBefore): BatchBefore {
  const { status, pausedUntil, priority } = before
  return { ...before, ...after, after: { status, pausedUntil, priority } }
}

// Taking back asks what doing asked, before each turn: it changes as much.
async function mustStillHold({ db, clock }: Services, { userId }: Caller, { right, customerId }: UndoEntry) {
  const rights = await withAllCustomers(() => findRightsNow(db, userId, clock.now()))
  if (right === null || !rights.includes(right) || !rights.includes(ownCustomerRight(customerId))) throw new AppError('error.rightMissing')
}

async function mustBeUnlocked({ db }: Services, caller: Caller, entry: UndoEntry, batches: readonly BatchBefore[]) {
  const ids = new Set(batches.map((batch) => batch.batchId))
  if (entry.batchId !== null) ids.add(entry.batchId)
  for (const id of ids) mustNotBeLocked(await findBatchLock(db, entry.customerId, id), caller)
}

async function putCasesBack(services: Services, caller: Caller, entry: UndoEntry, now: Date) {
  const { db } = services
  const sum = { restored: 0, leftAlone: new Map() as LeftAlone }
  for (let done = false; !done; ) {
    await mustStillHold(services, caller, entry)
    const turn = await tryThrice(() => db.transaction().execute((tx) => restoreTurn(tx, entry, { user: caller.username, now })))
    sum.restored += turn.restored
    for (const [why, count] of turn.leftAlone) sum.leftAlone.set(why, (sum.leftAlone.get(why) ?? 0) + count)
    done = turn.done
  }
  return sum
}

async function restoreTurn(tx: Transaction, entry: UndoEntry, { user, now }: { user: string; now: Date }) {
  const turn = await restoreCases(tx, entry, { limit: casesPerTurn, user, now })
  await reviveLinksOfEntry(tx, { customerId: entry.customerId, undoEntryId: entry.id, at: now, byUser: user }, turn.caseIds)
  await undoHandOver(tx, entry, { caseIds: turn.caseIds, user, now })
  await undoBlacklist(tx, { customerId: entry.customerId, at: now, byUser: user, doneAt: entry.at }, turn.caseIds)
  return turn
}

/** Answers how many stand as before; one that somebody changed since is left alone. */
async function putBatchesBack({ db, clock }: Services, { customerId }: UndoEntry, batches: readonly BatchBefore[]): Promise<number> {
  const now = clock.now()
  let put = 0
  for (const before of batches) {
    const isPut = await db.transaction().execute(async (tx) => {
      const batch = await selectBatchForUpdate(tx, before.batchId)
      const { after } = before
      const until = batch.pausedUntil?.toISOString() ?? null
      if (batch.status !== after.status || until !== after.pausedUntil || batch.priority !== after.priority) return false
      const pausedUntil = before.pausedUntil === null ? null : new Date(before.pausedUntil)
      await changeBatch(tx, { ...batch, customerId }, { status: before.status, paused_until: pausedUntil, priority: before.priority })
      if (before.status === 'open') await wakeHeldByBatch(tx, batch, now)
      await notifyEngine(tx)
      return true
    })
    if (isPut) put++
  }
  return put
}
