import * as z from 'zod/mini'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { failureCauseNames } from './failure-causes.ts'
import { BodyId, Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** Why a message failed, as its viewer shows it: with what the customer's staff wrote down of a code that we do not know. */
export const MessageFailure = z.object({
  code: z.string(),
  cause: z.nullable(z.enum(failureCauseNames)),
  /** What staff wrote beside it in the work list. */
  note: z.string(),
})
export type MessageFailure = z.infer<typeof MessageFailure>

/** A code that a provider gave and that we have no words for. */
export const UnknownCode = z.object({
  channel: Channel,
  provider: z.string(),
  code: z.string(),
  count: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
  /** What the provider said the last time; empty for who sees no personal data, since it may repeat the address. */
  text: z.string(),
  example: z.nullable(z.object({ caseID: z.number(), caseNumber: z.string() })),
  /** What staff decided that it means; null: not yet. */
  cause: z.nullable(z.enum(failureCauseNames)),
  note: z.string(),
  settledBy: z.nullable(z.string()),
})
export type UnknownCode = z.infer<typeof UnknownCode>

/** How many messages failed for one cause or unknown code. */
export const FailureCount = z.object({
  channel: Channel,
  code: z.string(),
  cause: z.nullable(z.enum(failureCauseNames)),
  count: z.number(),
  lastAt: z.string(),
})
export type FailureCount = z.infer<typeof FailureCount>

const failureDaysMax = 31
const CaseMessage = z.object({ communicationID: Id })

export const failureApi = {
  counts: endpoint({
    method: 'GET',
    path: '/failures',
    access: { right: [Right.reportBatches, Right.changeProviders] },
    budget: 'analysis',
    summary: 'Why messages of the last days failed, the most frequent first',
    query: z.object({ customerID: Id, days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(failureDaysMax)), 7) }),
    response: z.object({ rows: z.array(FailureCount), sent: z.number(), failed: z.number() }),
  }),
  codes: endpoint({
    method: 'GET',
    path: '/failures/codes',
    access: { right: Right.changeProviders },
    summary: 'The work list: codes of providers that have no words yet, and those that staff gave some; the newest first',
    query: z.object({ customerID: Id }),
    response: z.array(UnknownCode),
  }),
  settle: endpoint({
    method: 'PUT',
    path: '/failures/codes',
    access: { right: Right.changeProviders },
    summary: 'Write down what an unknown code means for this customer, or mark it as seen (cause null)',
    body: z.object({
      customerID: BodyId,
      channel: Channel,
      provider: z.string().check(z.maxLength(60)),
      code: z.string().check(z.minLength(1), z.maxLength(40)),
      cause: z.nullable(z.enum(failureCauseNames)),
      note: z.string().check(z.trim(), z.maxLength(300)),
    }),
    response: z.array(UnknownCode),
  }),
  retry: endpoint({
    method: 'POST',
    path: '/messages/:communicationID/retry',
    access: { right: [Right.sendEmail, Right.sendSms, Right.sendWhatsApp], also: [Right.viewCases] },
    summary:
      'Send a message that failed once more, to the address that the case has now, if the person may be written to; once for each message that failed',
    params: CaseMessage,
    response: z.object({ communicationID: z.nullable(z.number()) }),
  }),
}
