import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, pageOf, pageQuery, Version } from './paging.ts'
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
const BatchStandstill = z.nullable(
  z.object({
    reason: z.enum(['outsideWindow', 'lawForbids', 'paused', 'closed', 'preparing', 'nothingDue', 'scriptInactive', 'providerOff']),
    at: z.nullable(z.string()),
  }),
)

/** On or off, since when and by which user (null: from the start). */
const BatchSwitch = z.object({ on: z.boolean(), at: z.nullable(z.string()), by: z.nullable(z.string()) })

/** What a trial run may cost: shares of its cases, in per cent; passing one stops the batch. */
export const TrialLimits = z.object({
  failed: z.number().check(z.gte(0), z.lte(100)),
  bounced: z.number().check(z.gte(0), z.lte(100)),
  blacklisted: z.number().check(z.gte(0), z.lte(100)),
  complaints: z.number().check(z.gte(0), z.lte(100)),
})
export type TrialLimits = z.infer<typeof TrialLimits>

/** What a trial run is asked to do: how many cases it tries, how long it waits for what comes back, and what it may cost. */
export const TrialWish = z.object({
  size: z.number().check(z.int(), z.gte(1), z.lte(10_000)),
  waitMinutes: z.number().check(z.int(), z.gte(0), z.lte(20_160)),
  limits: TrialLimits,
})
export type TrialWish = z.infer<typeof TrialWish>

/** The trial run that is offered first: 25 cases, two hours of waiting, limits of product.md idea 6. */
export const usualTrial: TrialWish = { size: 25, waitMinutes: 120, limits: { failed: 10, bounced: 5, blacklisted: 5, complaints: 0 } }

/** The open cases that wait for the end of a trial run. */
const TrialRest = z.object({
  cases: z.number(),
  money: z.array(z.object({ currency: z.string(), openCents: z.number() })),
  /** The first moment at which one of them may be contacted when they go now; null: nobody knows, or somebody must act first. */
  firstAt: z.nullable(z.string()),
})
export type TrialRest = z.infer<typeof TrialRest>

/** A batch that begins with a few cases, waits, and goes on by itself or stops and says why (product.md idea 6). */
export const BatchTrial = z.object({
  state: z.enum(['running', 'waiting', 'passed', 'stopped']),
  size: z.number(),
  waitMinutes: z.number(),
  limits: TrialLimits,
  /** What was counted: shares in per cent of the cases tried. */
  measured: z.nullable(z.object({ tried: z.number(), ...TrialLimits.shape })),
  /** Which limits it passed. */
  exceeded: z.array(z.enum(['failed', 'bounced', 'blacklisted', 'complaints'])),
  startedAt: z.string(),
  /** While it waits: when it will be evaluated. */
  evaluateAt: z.nullable(z.string()),
  evaluatedAt: z.nullable(z.string()),
})
export type BatchTrial = z.infer<typeof BatchTrial>

/** What the cases of a batch owe, paid and promised, in one currency; amounts of two currencies are never added up. */
export const BatchMoney = z.object({
  currency: z.string(),
  claimedCents: z.number(),
  outstandingCents: z.number(),
  paidCents: z.number(),
  promisedCents: z.number(),
})
export type BatchMoney = z.infer<typeof BatchMoney>

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
  /** By currency, the largest claim first. */
  money: z.array(BatchMoney),
  importedAt: z.nullable(z.string()),
  pausedUntil: z.nullable(z.string()),
  pausedForever: z.boolean(),
  comments: z.string(),
  lines: z.object({ current: z.number(), max: z.number(), transfer: z.number() }),
  standstill: BatchStandstill,
  /** Lines of its own; null shares those of its script. */
  ownLines: z.nullable(z.number()),
  numberRecognition: BatchSwitch,
  dialerOn: BatchSwitch,
  redialOn: BatchSwitch,
  /** Read-only for all but right 204. */
  locked: z.nullable(z.object({ by: z.string(), at: z.string(), reason: z.string() })),
  trial: z.nullable(BatchTrial),
  version: z.number(),
})
export type BatchRow = z.infer<typeof BatchRow>

/** A batch that goes on: its open cases do. `promised`: so many cases stay paused, since they wait for a promise or plan. */
export const ResumedBatch = z.extend(BatchRow, { promised: z.number() })
export type ResumedBatch = z.infer<typeof ResumedBatch>

export const batchSorts = ['batchID', 'name', 'status', 'importedAt', 'priority'] as const

/** The last days, today included, in which a batch was imported. */
export const importedDays = [1, 7, 30, 90, 365] as const

const Priority = z.number().check(z.int(), z.gte(1), z.lte(9))
const Days = z.number().check(z.int(), z.gte(1), z.lte(3_660))

/** By what else than their script, status and name batches are filtered. */
const batchFilter = {
  priority: z.optional(z.pipe(z.coerce.number(), Priority)),
  importedDays: z.optional(z.pipe(z.coerce.number(), Days)),
}
/** The same in a body, where nothing but a number is one. */
export const batchFilterBody = { priority: z.optional(Priority), importedDays: z.optional(Days) }
const BatchFilter = z.object(batchFilter)
export type BatchFilter = z.infer<typeof BatchFilter>

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
      ...batchFilter,
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
    response: ResumedBatch,
  }),
  close: endpoint({
    method: 'POST',
    path: '/batches/:batchID/close',
    access: { right: Right.closeBatches },
    summary:
      'Close the batch and all its open and paused cases with a result code; what was queued for them is cancelled, and their payment links end if asked',
    params: BatchId,
    body: z.object({
      resultCode: z.string().check(z.maxLength(10)),
      /** The links of the batch that can still be paid end as well. */
      endPaymentLinks: z._default(z.boolean(), false),
    }),
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
      /** Of the paused ones, those that would go on with the batch: not what waits for a promise or has one running, a complaint, a dispute or care. */
      resumable: z.number(),
      queuedMessages: z.number(),
      /** Links that can still be paid. */
      openPaymentLinks: z.number(),
      closedByBatch: z.number(),
      pausedBeforeClosing: z.number(),
      /** Of those that its closing closed: their last day has passed, so they close again by themselves. */
      expired: z.number(),
    }),
  }),
}

export const batchEditApi = {
  change: endpoint({
    method: 'PATCH',
    path: '/batches/:batchID',
    access: { right: [Right.changeBatchLines, Right.pauseBatches] },
    summary: 'Change a batch: priority, lines and switches ask right 203, name and comments 201 or 203. A stale version answers both',
    params: BatchId,
    body: z.object({
      version: Version,
      name: z.optional(z.string().check(z.trim(), z.minLength(1, 'batch.nameMissing'), z.maxLength(120))),
      comments: z.optional(z.string().check(z.maxLength(4000))),
      priority: z.optional(z.number().check(z.int(), z.gte(1), z.lte(9))),
      /** Null shares the script's lines; more than the script has is refused. */
      ownLines: z.optional(z.nullable(z.number().check(z.int(), z.gte(0), z.lte(500)))),
      numberRecognition: z.optional(z.boolean()),
      dialerOn: z.optional(z.boolean()),
      redialOn: z.optional(z.boolean()),
    }),
    response: BatchRow,
  }),
  lock: endpoint({
    method: 'POST',
    path: '/batches/:batchID/lock',
    access: { right: Right.lockBatches },
    summary: 'Lock a batch with a reason, or unlock it: while locked only right 204 changes it or its cases. The engine goes on',
    params: BatchId,
    body: z.object({ locked: z.boolean(), reason: z.string().check(z.trim(), z.maxLength(500)) }),
    response: BatchRow,
  }),
  trialRest: endpoint({
    method: 'GET',
    path: '/batches/:batchID/trial/rest',
    access: { right: Right.pauseBatches },
    asksOnly: true,
    summary: 'What waits for the end of a trial run: how many cases, of how much, and when the first of them may be contacted once they go',
    params: BatchId,
    response: TrialRest,
  }),
  trial: endpoint({
    method: 'POST',
    path: '/batches/:batchID/trial',
    access: { right: Right.pauseBatches },
    summary: 'Begin a trial run with so many cases, or end it (null) and let the whole batch go',
    params: BatchId,
    body: z.object({
      trial: z.nullable(TrialWish),
    }),
    response: BatchRow,
  }),
}
