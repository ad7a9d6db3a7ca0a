import * as z from 'zod/mini'
import { Retention } from './case-actions.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** Why an address is listed by itself: mail to it comes back, its owner calls our mail spam, or they left by the link in it. */
export const addressCauses = ['bounce', 'complaint', 'unsubscribed'] as const
export type AddressCause = (typeof addressCauses)[number]

/** An address that nobody is contacted by, why, and until when (null: for ever). */
export const BlacklistEntry = z.object({
  blacklistID: z.number(),
  kind: z.enum(['phone', 'email']),
  value: z.string(),
  /** A result code, as a closing or result left it, or one of addressCauses. */
  reason: z.string(),
  retention: Retention,
  addedAt: z.string(),
  /** Empty: nobody's hand. */
  addedBy: z.string(),
  expiresAt: z.nullable(z.string()),
  /** The case that put it there. */
  fromCase: z.nullable(z.object({ caseID: z.number(), caseNumber: z.string() })),
})
export type BlacklistEntry = z.infer<typeof BlacklistEntry>

const CaseId = z.object({ caseID: Id })

export const blacklistApi = {
  ofCase: endpoint({
    method: 'GET',
    path: '/cases/:caseID/blacklist',
    access: { right: Right.viewCases },
    summary: 'What of the numbers and address of a case stands on the blacklist, why, and until when',
    audited: true,
    params: CaseId,
    response: z.array(BlacklistEntry),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/cases/:caseID/blacklist/:blacklistID/remove',
    access: { right: Right.removeFromBlacklist, also: [Right.viewCases] },
    summary: 'Take an entry for an address of this case off the blacklist, with a reason that is kept',
    params: z.object({ caseID: Id, blacklistID: Id }),
    body: z.object({ reason: z.string().check(z.trim(), z.minLength(1, 'blacklist.reasonMissing'), z.maxLength(500)) }),
    response: z.array(BlacklistEntry),
  }),
}
