import { type Why, whyApi } from '@regie/contract/why.ts'
import { useApi } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'

/** Of what the funnel is asked: one batch, or all batches of a script. */
export type WhyScope = { batchID: number } | { scriptID: number }

// Cases move while one looks; at a million of them a funnel is more work than a list, so it is asked now and then.
const againMs = 10_000

export function useWhy(scope: WhyScope): { data: Why | undefined; error: Error | null; refetch: () => Promise<unknown> } {
  const isBatch = 'batchID' in scope
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
