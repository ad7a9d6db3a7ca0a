import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

const CallId = z.object({ callID: Id })
const access = { right: Right.listenIn }

/** Listening to a call of a colleague: one at a time, seen by the agent, and kept with the call. */
export const listeningApi = {
  begin: endpoint({
    method: 'PUT',
    path: '/calls/:callID/listening',
    access,
    summary:
      "Listen to a call in which a colleague talks: the caller's own phone rings and hears both; neither hears the caller, and the agent sees it",
    params: CallId,
    response: z.object({ callID: z.number(), beganAt: z.string() }),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/calls/:callID/listening',
    access,
    summary: 'Stop listening to a call; who does not listen to it changes nothing',
    params: CallId,
    response: z.null(),
  }),
}
