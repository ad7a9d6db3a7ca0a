import { agentApi } from '@regie/contract/agents.ts'
import { callApi as manualCallApi } from '@regie/contract/calls.ts'
import { deskApi } from '@regie/contract/desk.ts'
import type { CallOf } from '@regie/contract/endpoint.ts'
import type { AnyEndpoint } from '../../api/call-api.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'
import { notify } from '../../session/notification.tsx'
import { useSession } from '../../session/use-session.ts'
import { failureWords } from '../../ui/failure-text.tsx'

// What happens to the own call is told at once; who waits in a queue is looked up.
const liveMs = 200
const queuesMs = 5_000

/** What the agent has before them. */
export function useDesk(customerID: number) {
  const { userID } = useSession()
  useLiveUpdates({ topic: 'agent', userID }, [deskApi.find], liveMs)
  return useApi(deskApi.find, { query: { customerID } }, { refetchMs: queuesMs, staleMs: 0 })
}

const moved = [deskApi.find, agentApi.mine, manualCallApi.find]

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

/** Passes a call on; a refusal is for the question that asked. */
export function useDeskTransfer() {
  const change = useApiChange(deskApi.transfer, { refresh: moved })
  return (callID: number, queueID: number) => change.mutateAsync({ params: { callID }, body: { queueID } })
}
