import type { DeskCall } from '@regie/contract/desk.ts'
import { type CallGuide, callGuideApi } from '@regie/contract/guides.ts'
import { useQueryClient } from '@tanstack/react-query'
import { apiKey, useApi, useApiChange } from '../../../api/use-api.ts'
import { notify } from '../../../session/notification.tsx'
import { failureWords } from '../../../ui/failure-text.tsx'

/** Where the agent is in the conversation that leads this call. */
export const useCallGuide = ({ callID, caseID, beganAt }: DeskCall) =>
  useApi(callGuideApi.find, { params: { callID } }, { isEnabled: caseID !== null && beganAt !== null })

/** Do the number keys answer the conversation? Then they give no result. */
export function useIsLed(call: DeskCall): boolean {
  const { data, isLoading } = useCallGuide(call)
  return isLoading || data?.state === 'running'
}

/** What one does in the conversation: once at a time, and of what was done meanwhile on another page the screen shows where that led. */
export function useGuideTurns({ callID }: DeskCall, guide: CallGuide) {
  const client = useQueryClient()
  const key = apiKey(callGuideApi.find, { params: { callID } })
  const answering = useApiChange(callGuideApi.answer)
  const stepping = useApiChange(callGuideApi.back)
  const leaving = useApiChange(callGuideApi.leave)
  const finishing = useApiChange(callGuideApi.finish)
  const isBusy = [answering, stepping, leaving, finishing].some(({ isPending }) => isPending)
  async function go(doing: () => Promise<CallGuide | null>) {
    if (isBusy) return
    try {
      const answer = await doing()
      await client.cancelQueries({ queryKey: key })
      client.setQueryData(key, answer)
    } catch (failure) {
      notify(failureWords(failure as Error))
      void client.invalidateQueries({ queryKey: key })
    }
  }
  const params = { callID }
  const { turn, versionID, piece } = guide
  return {
    isBusy,
    answer: (answer: string) => void go(() => answering.mutateAsync({ params, body: { versionID, turn, piece: piece.key, answer } })),
    back: () => void go(() => stepping.mutateAsync({ params, body: { turn } })),
    leave: (isLeft: boolean) => void go(() => leaving.mutateAsync({ params, body: { versionID, turn, isLeft } })),
    finish: () => void go(() => finishing.mutateAsync({ params, body: { turn } })),
  }
}
