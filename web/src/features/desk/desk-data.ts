import { type Agent, agentApi } from '@regie/contract/agents.ts'
import { callApi as manualCallApi } from '@regie/contract/calls.ts'
import { deskApi } from '@regie/contract/desk.ts'
import type { CallOf } from '@regie/contract/endpoint.ts'
import { callGuideApi } from '@regie/contract/guides.ts'
import type { AnyEndpoint } from '../../api/call-api.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'
import { notify } from '../../session/notification.tsx'
import { useSession } from '../../session/use-session.ts'
import { failureWords } from '../../ui/failure-text.tsx'

// What happens to the own call is told at once; who waits in the queues once a second at most.
const liveMs = 200
// Whatever was not told is found out.
const fallbackMs = 60_000

/**
 * What the agent has before them: one answer for all who show it. The toolbar, which is there for whoever is at work, asks for it again when something
 * happens; for who is not, their desk does.
 */
export function useDesk(customerID: number, asker: 'toolbar' | 'desk') {
  const { userID } = useSession()
  const isAsking = (agent: Agent | null) => asker === 'toolbar' || agent === null || agent.loginAt === null
  const query = useApi(
    deskApi.find,
    { query: { customerID } },
    { refetchMs: ({ agent }) => (isAsking(agent) ? fallbackMs : false), staleMs: 0 },
  )
  useLiveUpdates(isAsking(query.data?.agent ?? null) ? { topic: 'agent', userID } : null, [deskApi.find, callGuideApi.find], liveMs)
  return query
}

/** Has the desk told who waits: for where the queues are on screen. */
export function useQueueNews(customerID: number) {
  useLiveUpdates({ topic: 'queues', customerID }, [deskApi.find])
}

const moved = [deskApi.find, callGuideApi.find, agentApi.mine, manualCallApi.find]

/** Something done at the desk; a refusal is said in its own words. */
export function useDeskChange<E extends AnyEndpoint>(endpoint: E) {
  const { mutateAsync, isPending } = useApiChange(endpoint, { refresh: moved })
  async function send(request: CallOf<E>, onDone?: () => void) {
    if (isPending) return
    try {
      await mutateAsync(...([request] as unknown as Parameters<typeof mutateAsync>))
      onDone?.()
    } catch (failure) {
      notify(failureWords(failure as Error))
    }
  }
  return { isPending, send: (request: CallOf<E>, onDone?: () => void) => void send(request, onDone) }
}

/** Gives a result with what it asks for; a refusal is for the question that asked. */
export function useDeskResult() {
  const change = useApiChange(deskApi.result, { refresh: moved })
  return (request: CallOf<typeof deskApi.result>) => change.mutateAsync(request)
}

/** Passes a call on; a refusal is for the question that asked. */
export function useDeskTransfer() {
  const change = useApiChange(deskApi.transfer, { refresh: moved })
  return (callID: number, queueID: number) => change.mutateAsync({ params: { callID }, body: { queueID } })
}
