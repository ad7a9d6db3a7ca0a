import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { BodyId, Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** So long whoever was talked with hears music until the page of the agent is back; then any agent gets them. */
export const returnSeconds = 30
/** An account ends so long after a browser asked for it; one that is open asks again. */
export const softphoneHours = 12

/**
 * How the browser of an agent is a telephone: not at all (`none`), not really (`simulated`: there is no sound), or by an account of the exchange. The
 * password is nowhere else than in this answer and in the memory of the exchange; asked for again it is another one.
 */
export const Softphone = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('simulated'), no: z.number() }),
  z.object({
    kind: z.literal('sip'),
    /** Which of the pages that asked: of an earlier one nothing is taken any more. */
    no: z.number(),
    url: z.string(),
    name: z.string(),
    password: z.string(),
    endsAt: z.string(),
  }),
])
export type Softphone = z.infer<typeof Softphone>

// What shows the desk lets one talk at it.
const access = { right: Right.viewCases }

/** The telephone in the browser of an agent. */
export const softphoneApi = {
  open: endpoint({
    method: 'PUT',
    path: '/softphone',
    access,
    summary:
      "Get the account by which the caller's browser is a telephone; it takes the place of the one before. A call that waits for this page comes back to it",
    body: z.object({ customerID: BodyId }),
    response: Softphone,
  }),
  find: endpoint({
    method: 'GET',
    path: '/softphone',
    access,
    summary: 'Which of the pages that asked has the account of the caller; null: none has',
    query: z.object({ customerID: Id }),
    response: z.object({ no: z.nullable(z.number()) }),
  }),
  leave: endpoint({
    method: 'POST',
    path: '/softphone/leave',
    access,
    summary:
      "The page is being closed: a call of the caller's waits for it to come back. Of a page that asked before another one nothing changes",
    body: z.object({ customerID: BodyId, no: z.number().check(z.int(), z.positive()) }),
  }),
}
