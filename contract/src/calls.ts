import * as z from 'zod/mini'
import { ChannelPermission, DeliveryState } from './cases.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** A call that a member of staff asked for. It waits for a free line, rings, is talked in, and has ended. */
export const ManualCall = z.object({
  callID: z.number(),
  caseID: z.number(),
  by: z.string(),
  mine: z.boolean(),
  state: z.enum(['waiting', 'ringing', 'talking', 'ended']),
  askedAt: z.string(),
  ringingAt: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  /** How it ended, and why where somebody knows; null while it is on. */
  outcome: z.nullable(DeliveryState),
  reason: z.nullable(z.string()),
  simulated: z.boolean(),
  /** Somebody was spoken to, and the caller has given the case no result since. */
  needsResult: z.boolean(),
  /** Nobody was spoken to, and the caller has not said how it ended: until they do, or an hour has passed, the script waits. */
  needsAnswer: z.boolean(),
})
export type ManualCall = z.infer<typeof ManualCall>

const CaseId = z.object({ caseID: Id })

/** Calling by hand. The number itself is never sent: who may not see it calls it all the same. */
export const callApi = {
  find: endpoint({
    method: 'GET',
    path: '/cases/:caseID/call',
    access: { right: Right.viewCases },
    summary: 'The call by hand that is on, or the last one of the caller in the last hour',
    params: CaseId,
    response: z.object({ call: z.nullable(ManualCall) }),
  }),
  lights: endpoint({
    method: 'GET',
    path: '/calls/lights',
    access: { right: Right.changeCases, also: [Right.viewCases] },
    summary:
      'May the persons of these cases be called at this moment, and if not: why, and when again. Cases of other customers are left out',
    query: z.object({
      customerID: Id,
      /** Numbers with commas between them. */
      cases: z.string().check(z.regex(/^\d{1,15}(,\d{1,15}){0,39}$/)),
    }),
    response: z.array(z.object({ caseID: z.number(), ...ChannelPermission.shape })),
  }),
  start: endpoint({
    method: 'POST',
    path: '/cases/:caseID/call',
    access: { right: Right.changeCases },
    summary:
      'Call the person of a case now, if they may be called now; saved before it is dialled. Who waits longer than a minute is not called',
    params: CaseId,
    response: ManualCall,
  }),
  end: endpoint({
    method: 'POST',
    path: '/cases/:caseID/call/:callID/end',
    access: { right: Right.changeCases },
    summary: 'Hang up, or no longer wait for a line; only the own call',
    params: z.object({ caseID: Id, callID: Id }),
    response: ManualCall,
  }),
}
