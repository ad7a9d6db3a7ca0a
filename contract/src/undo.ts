import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** A action over many cases can be taken back for so long (product.md idea 9). */
export const undoMinutes = 10

const undoableActions = [
  'batch.pause',
  'batch.resume',
  'batch.close',
  'batch.reopen',
  'batch.release',
  'cases.bulk',
  'batches.bulk',
  'case.change',
  'view.change',
  'view.remove',
  'messages.send',
  'listing.add',
  'listing.remove',
  'contact.merge',
] as const

/** The change of a case, or of many cases or batches at once, that can be taken back. */
export const UndoableChange = z.object({
  kind: z.enum(['result', 'close', 'pause', 'resume', 'reopen', 'priority', 'handOver']),
  /** The result code that was given with it. */
  result: z.nullable(z.string()),
})
export type UndoableChange = z.infer<typeof UndoableChange>

/** What this user did and can still take back. */
export const Undo = z.object({
  token: z.string(),
  action: z.enum(undoableActions),
  /** Of what: a batch's or case's name, and how many cases it touched. */
  name: z.string(),
  count: z.number(),
  /** What of the case, cases or batches was changed; null where the action itself says it. */
  change: z.nullable(UndoableChange),
  customerID: z.number(),
  batchID: z.nullable(z.number()),
  caseID: z.nullable(z.number()),
  at: z.string(),
  until: z.string(),
})
export type Undo = z.infer<typeof Undo>

/** Why something was left alone: what happened to it since. `batchKept` stays open for a case of it that was left alone; what was `contacted` since its trial run ended goes on. */
const leftAloneReasons = [
  'paid',
  'closed',
  'paused',
  'opened',
  'result',
  'arranged',
  'batchChanged',
  'batchKept',
  'viewChanged',
  'contacted',
  'listingChanged',
  'contactChanged',
  'sent',
] as const
export type LeftAloneReason = (typeof leftAloneReasons)[number]

export const undoApi = {
  list: endpoint({
    method: 'GET',
    path: '/undo',
    access: 'loggedIn',
    summary: 'My actions of the last ten minutes that can be taken back, newest first',
    response: z.array(Undo),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/undo/:token',
    access: 'loggedIn',
    summary: 'Take an action back: what it changed and nobody changed since is as it was, with what was waiting to be sent',
    params: z.object({ token: z.string().check(z.maxLength(60)) }),
    response: z.object({
      restored: z.number(),
      leftAlone: z.number(),
      /** Their sum is `leftAlone`, the most frequent first. */
      reasons: z.array(z.object({ reason: z.enum(leftAloneReasons), count: z.number() })),
    }),
  }),
}
