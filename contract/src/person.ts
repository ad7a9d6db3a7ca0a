import * as z from 'zod/mini'
import { CaseRow } from './cases.ts'
import { ContactCaps } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

const CaseId = z.object({ caseID: Id })

/** One person over batches: the cases that share a phone, an e-mail address or an IBAN (product.md §3.1, idea 14). */
export const Person = z.object({
  cases: z.array(z.object({ ...CaseRow.shape, sharedBy: z.array(z.enum(['phone', 'email', 'iban'])) })),
  /** What is open in all, by currency: amounts of two are never added up. */
  claims: z.object({ count: z.number(), sums: z.array(z.object({ currency: z.string(), outstandingCents: z.number() })) }),
  /** Of the last day and week, over all those cases and channels, beside the caps that hold (null: none). */
  contacts: z.object({
    callsToday: z.number(),
    answeredToday: z.number(),
    callsThisWeek: z.number(),
    writtenThisWeek: z.number(),
    /** Calls and messages together; null where no cap over a lifetime holds, for then nobody counts so far back. */
    everContacted: z.nullable(z.number()),
    caps: ContactCaps,
  }),
})
export type Person = z.infer<typeof Person>

export const personApi = {
  get: endpoint({
    method: 'GET',
    path: '/cases/:caseID/person',
    access: { right: Right.viewCases },
    summary: 'The other cases of this person at the same customer, what is claimed in all, and how often they were contacted',
    audited: true,
    params: CaseId,
    response: Person,
  }),
}
