import * as z from 'zod/mini'
import { Retention } from './case-actions.ts'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { failureCauseNames } from './failure-causes.ts'
import { BodyId, Id, pageOf, pageQuery } from './paging.ts'
import { Right } from './right-codes.ts'

/** A message that failed, as the list behind a cause shows it. */
const FailedMessage = z.object({
  communicationID: z.number(),
  caseID: z.number(),
  caseNumber: z.string(),
  channel: Channel,
  /** Masked for who may not see personal data. */
  address: z.string(),
  /** The customer's provider that carried it; null: the installation's own. */
  provider: z.nullable(z.object({ providerID: z.number(), name: z.string() })),
  code: z.string(),
  /** What the provider said; empty for who sees no personal data, since it may repeat the address. */
  said: z.string(),
  at: z.string(),
  /** It went once more already. */
  isRetried: z.boolean(),
})
export type FailedMessage = z.infer<typeof FailedMessage>

/** So many messages are worked on at once. */
export const failureWorkMax = 200

/** What of them was done or can be, and why the rest is left out, with how many: an error code, or `retried` for what went once more already. */
const FailureWork = z.object({ done: z.number(), left: z.array(z.object({ why: z.string(), count: z.number() })) })
export type FailureWork = z.infer<typeof FailureWork>

const Chosen = z.object({ customerID: BodyId, communicationIDs: z.array(BodyId).check(z.minLength(1), z.maxLength(failureWorkMax)) })
const sendRights = [Right.sendEmail, Right.sendSms, Right.sendWhatsApp]

export const failedMessageApi = {
  messages: endpoint({
    method: 'GET',
    path: '/failures/messages',
    access: { right: [Right.reportBatches, Right.changeProviders], also: [Right.viewCases] },
    budget: 'analysis',
    audited: true,
    summary: 'The messages that failed for a cause, or for a code without one, the newest first',
    query: z.object({
      customerID: Id,
      days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(31)), 7),
      channel: Channel,
      cause: z.optional(z.enum(failureCauseNames)),
      code: z._default(z.string().check(z.maxLength(60)), ''),
      ...pageQuery,
    }),
    response: pageOf(FailedMessage),
  }),
  askRetry: endpoint({
    method: 'POST',
    path: '/failures/retry/ask',
    access: { right: sendRights, also: [Right.viewCases] },
    budget: 'analysis',
    asksOnly: true,
    summary: 'How many of these messages could go once more now, and why the others could not; nothing is sent',
    body: Chosen,
    response: FailureWork,
  }),
  retryMany: endpoint({
    method: 'POST',
    path: '/failures/retry',
    access: { right: sendRights, also: [Right.viewCases] },
    budget: 'analysis',
    summary: 'Send these messages once more, each as a new message to the address that its case has now, where that is allowed',
    body: Chosen,
    response: FailureWork,
  }),
  askList: endpoint({
    method: 'POST',
    path: '/failures/blacklist/ask',
    access: { right: Right.addToBlacklist, also: [Right.viewCases, Right.viewBlacklist] },
    budget: 'analysis',
    asksOnly: true,
    summary: 'How many addresses of these messages are not on the blacklist yet; nothing is listed',
    body: Chosen,
    response: FailureWork,
  }),
  listMany: endpoint({
    method: 'POST',
    path: '/failures/blacklist',
    access: { right: Right.addToBlacklist, also: [Right.viewCases, Right.viewBlacklist] },
    budget: 'analysis',
    summary: 'Put the addresses of these messages on the blacklist of the customer as unusable; it can be undone',
    body: z.object({ ...Chosen.shape, retention: Retention }),
    response: FailureWork,
  }),
}
