import * as z from 'zod/mini'
import { batchFilterBody, BatchStatus } from './batches.ts'
import { caseFilterBody } from './case-filter.ts'
import { CaseStatus } from './cases.ts'
import { endpoint } from './endpoint.ts'
import { BodyId, Id } from './paging.ts'
import { Right } from './right-codes.ts'

export const bulkCasesMax = 100_000

/** Strict: a list of ids that is refused must never be read as a search without conditions, which is all there is. */
export const CaseSearch = z.strictObject({
  batchID: z.optional(BodyId),
  status: z.optional(CaseStatus),
  q: z.optional(z.string().check(z.maxLength(500))),
  ...caseFilterBody,
})
const BatchSearch = z.strictObject({
  scriptID: z.optional(BodyId),
  status: z.optional(BatchStatus),
  q: z.optional(z.string().check(z.maxLength(200))),
  ...batchFilterBody,
})

/** Which cases: those named, or all that match. */
export const CaseSelection = z.union([z.object({ caseIDs: z.array(BodyId).check(z.minLength(1), z.maxLength(10_000)) }), CaseSearch])
export const BatchSelection = z.union([z.object({ batchIDs: z.array(BodyId).check(z.minLength(1), z.maxLength(1000)) }), BatchSearch])
export const CaseBulkAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('close'), resultCode: z.string().check(z.maxLength(10)) }),
  z.object({ kind: z.literal('pause'), until: z.nullable(z.iso.datetime()) }),
  z.object({ kind: z.literal('resume') }),
  z.object({ kind: z.literal('reopen') }),
])
export const BatchBulkAction = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('close'),
    resultCode: z.string().check(z.maxLength(10)),
    endPaymentLinks: z._default(z.boolean(), false),
  }),
  z.object({ kind: z.literal('pause'), until: z.nullable(z.iso.datetime()) }),
  z.object({ kind: z.literal('resume'), includePaused: z.boolean() }),
  z.object({ kind: z.literal('priority'), priority: z.number().check(z.int(), z.gte(1), z.lte(9)) }),
])

/** `refused`: its user may no longer do it, and it stopped before its next part. */
const bulkStates = ['waiting', 'running', 'done', 'failed', 'cancelled', 'refused'] as const
/** A bulk action while it works and after: how far it is, and what it passed over for which reason. */
export const BulkJob = z.object({
  bulkID: z.number(),
  customerID: z.number(),
  kind: z.enum(['cases', 'batches']),
  action: z.string(),
  state: z.enum(bulkStates),
  total: z.number(),
  done: z.number(),
  /** An error code and how many. */
  skipped: z.array(z.object({ reason: z.string(), count: z.number() })),
  undoToken: z.nullable(z.string()),
  startedAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
})
export type BulkJob = z.infer<typeof BulkJob>

const BulkId = z.object({ bulkID: Id })

export const bulkApi = {
  cases: endpoint({
    method: 'POST',
    path: '/cases/bulk',
    access: { right: [Right.changeCases, Right.closeCases] },
    budget: 'analysis',
    summary: 'Do one thing to many cases, as a job. Closing and reopening ask right 222, pausing and resuming 221',
    body: z.object({ customerID: BodyId, filter: CaseSelection, action: CaseBulkAction }),
    response: BulkJob,
  }),
  batches: endpoint({
    method: 'POST',
    path: '/batches/bulk',
    access: { right: [Right.pauseBatches, Right.closeBatches, Right.changeBatchLines] },
    budget: 'analysis',
    summary: 'Do one thing to many batches, as a job; each kind asks its own right',
    body: z.object({ customerID: BodyId, filter: BatchSelection, action: BatchBulkAction }),
    response: BulkJob,
  }),
  count: endpoint({
    method: 'POST',
    path: '/cases/bulk/count',
    access: { right: [Right.changeCases, Right.closeCases] },
    asksOnly: true,
    budget: 'analysis',
    summary: 'How many cases a selection means now, by status',
    body: z.object({ customerID: BodyId, filter: CaseSelection }),
    response: z.object({ total: z.number(), open: z.number(), paused: z.number(), closed: z.number() }),
  }),
  reopenQuestion: endpoint({
    method: 'POST',
    path: '/cases/bulk/reopen-question',
    access: { right: [Right.closeCases, Right.closeBatches] },
    asksOnly: true,
    budget: 'simulation',
    summary:
      'What would close cases again by itself after they are reopened: of a selection (right 222), or of what the closing of a batch closed (right 202)',
    body: z.object({ customerID: BodyId, filter: z.union([CaseSelection, z.strictObject({ closedByBatch: BodyId })]) }),
    response: z.object({
      /** Their last day has passed. */
      expired: z.number(),
      /** How many of the others were looked at: the first ones. */
      checked: z.number(),
      /** Of those: going on where it stood, their script would end without contacting anybody. */
      scriptEnds: z.number(),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/bulk/:bulkID',
    access: 'loggedIn',
    summary: 'How far my bulk action is',
    params: BulkId,
    response: BulkJob,
  }),
  list: endpoint({
    method: 'GET',
    path: '/bulk',
    access: 'loggedIn',
    summary: 'My bulk actions of today, newest first',
    query: z.object({ customerID: Id }),
    response: z.array(BulkJob),
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/bulk/:bulkID',
    access: 'loggedIn',
    summary: 'Stop a bulk action of mine where it stands; what it did can be taken back',
    params: BulkId,
    response: BulkJob,
  }),
}
