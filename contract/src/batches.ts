import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, pageOf, pageQuery } from './paging.ts'
import { Right } from './right-codes.ts'

export const batchStatuses = ['preparing', 'open', 'paused', 'closed'] as const
export const BatchStatus = z.enum(batchStatuses)
export type BatchStatus = z.infer<typeof BatchStatus>

/** Counted by the database in the transaction that changes a case or a message, never by a query over cases. */
export const BatchCounts = z.object({
  total: z.number(),
  open: z.number(),
  closed: z.number(),
  busy: z.number(),
  paused: z.number(),
  notCalled: z.number(),
  human: z.number(),
  voicemail: z.number(),
  other: z.number(),
  transfers: z.number(),
  emails: z.number(),
  sms: z.number(),
  whatsapp: z.number(),
  paymentLinks: z.number(),
  paid: z.number(),
  unknown: z.number(),
})
export type BatchCounts = z.infer<typeof BatchCounts>

/** Why a batch does nothing now: the engine's own reasons. `at` is the next moment at which it may, if known. */
export const BatchStandstill = z.nullable(
  z.object({
    reason: z.enum(['outsideWindow', 'lawForbids', 'paused', 'closed', 'preparing', 'nothingDue', 'scriptInactive']),
    at: z.nullable(z.string()),
  }),
)

export const BatchRow = z.object({
  batchID: z.number(),
  customerID: z.number(),
  scriptID: z.number(),
  scriptName: z.string(),
  name: z.string(),
  status: BatchStatus,
  priority: z.number(),
  progress: z.number(),
  counts: BatchCounts,
  importedAt: z.nullable(z.string()),
  pausedUntil: z.nullable(z.string()),
  pausedForever: z.boolean(),
  comments: z.string(),
  lines: z.object({ current: z.number(), max: z.number(), transfer: z.number() }),
  standstill: BatchStandstill,
  version: z.number(),
})
export type BatchRow = z.infer<typeof BatchRow>

export const batchSorts = ['batchID', 'name', 'importedAt', 'priority'] as const

const BatchId = z.object({ batchID: Id })

export const batchApi = {
  list: endpoint({
    method: 'GET',
    path: '/batches',
    access: { right: Right.viewBatches },
    summary: 'Batches of a customer, newest first',
    query: z.object({
      customerID: Id,
      scriptID: z.optional(Id),
      status: z.optional(BatchStatus),
      q: z.optional(z.string().check(z.maxLength(200))),
      sort: z._default(z.enum(batchSorts), 'batchID'),
      direction: z._default(z.enum(['asc', 'desc']), 'desc'),
      ...pageQuery,
    }),
    response: pageOf(BatchRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/batches/:batchID',
    access: { right: Right.viewBatches },
    summary: 'One batch',
    params: BatchId,
    response: BatchRow,
  }),
  pause: endpoint({
    method: 'POST',
    path: '/batches/:batchID/pause',
    access: { right: Right.pauseBatches },
    summary: 'Pause until a moment, or for ever with until null. A call under way is not cut off.',
    params: BatchId,
    body: z.object({ until: z.nullable(z.iso.datetime()) }),
    response: BatchRow,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/batches/:batchID/resume',
    access: { right: Right.pauseBatches },
    summary: 'Go on; paused cases too if asked',
    params: BatchId,
    body: z.object({ includePaused: z.boolean() }),
    response: BatchRow,
  }),
  close: endpoint({
    method: 'POST',
    path: '/batches/:batchID/close',
    access: { right: Right.closeBatches },
    summary: 'Close the batch and all its open and paused cases with a result code; what was queued for them is cancelled',
    params: BatchId,
    body: z.object({ resultCode: z.string().check(z.maxLength(10)) }),
    response: BatchRow,
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/batches/:batchID/reopen',
    access: { right: Right.closeBatches },
    summary: 'Open the batch and the cases that its closing closed; those that were paused only if asked',
    params: BatchId,
    body: z.object({ includePaused: z.boolean() }),
    response: BatchRow,
  }),
  question: endpoint({
    method: 'GET',
    path: '/batches/:batchID/question',
    access: { right: Right.viewBatches },
    summary: 'The exact numbers that the pause, resume, close and reopen questions show',
    params: BatchId,
    response: z.object({
      open: z.number(),
      paused: z.number(),
      queuedMessages: z.number(),
      closedByBatch: z.number(),
      pausedBeforeClosing: z.number(),
    }),
  }),
}
