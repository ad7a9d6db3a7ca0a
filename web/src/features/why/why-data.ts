import { type Why, whyApi } from '@regie/contract/why.ts'
import { useApi } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'

/** Of what the funnel is asked: one batch, or all batches of a script. */
export type WhyScope = { batchID: number } | { scriptID: number }

// At a million cases a funnel is more work than a list: it is asked again at most so often while things move, and now and then for what only time moves.
const liveMs = 2_000
const againMs = 10_000

export function useWhy(
  scope: WhyScope,
  { customerID, scriptID }: { customerID: number; scriptID: number },
): { data: Why | undefined; error: Error | null; refetch: () => Promise<unknown> } {
  const isBatch = 'batchID' in scope
  // What moves a case changes its batch; hours, filters and settings are the script's.
  const asked = [isBatch ? whyApi.batch : whyApi.script]
  useLiveUpdates({ topic: 'batches', customerID }, asked, liveMs)
  useLiveUpdates({ topic: 'script', scriptID }, asked, liveMs)
  const ofBatch = useApi(
    whyApi.batch,
    { params: { batchID: isBatch ? scope.batchID : 0 } },
    { isEnabled: isBatch, keepsPrevious: true, refetchMs: againMs },
  )
  const ofScript = useApi(
    whyApi.script,
    { params: { scriptID: isBatch ? 0 : scope.scriptID } },
    { isEnabled: !isBatch, keepsPrevious: true, refetchMs: againMs },
  )
  return isBatch ? ofBatch : ofScript
}

export function useCaseWhy(caseID: number) {
  useLiveUpdates({ topic: 'case', caseID }, [whyApi.case])
  return useApi(whyApi.case, { params: { caseID } }, { refetchMs: againMs })
}
