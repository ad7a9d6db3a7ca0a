import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { type HandOver, handOverApi } from '@regie/contract/hand-overs.ts'
import { storedFileApi } from '@regie/contract/stored-files.ts'
import { useEffect } from 'react'
import { download } from '../../api/download.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useRows } from '../../api/use-rows.ts'

// Somebody waits for a hand-over that is at work, or for its file.
const refetchMs = 2500

const isUnready = ({ isAtWork, file }: HandOver) => isAtWork || file?.state === 'making' || file?.state === 'waiting'

/** The hand-overs of a customer; asked again by itself while one of them is not ready. */
export function useHandOvers(customerID: number) {
  const list = useRows(handOverApi.list, { query: { customerID } })
  const isWaitedFor = list.rows.some(isUnready)
  const { retry } = list
  useEffect(() => {
    if (!isWaitedFor) return
    const timer = setInterval(retry, refetchMs)
    return () => clearInterval(timer)
  }, [isWaitedFor, retry])
  return list
}

/** One hand-over of whatever customer, while it is open; asked again by itself until it is ready. */
export function useHandOver(handOverID: number | null) {
  const query = useApi(handOverApi.get, { params: { handOverID: handOverID ?? 0 } }, { isEnabled: handOverID !== null })
  const { data: found, refetch } = query
  const isWaitedFor = found !== undefined && isUnready(found)
  useEffect(() => {
    if (!isWaitedFor) return
    const timer = setInterval(() => void refetch(), refetchMs)
    return () => clearInterval(timer)
  }, [isWaitedFor, refetch])
  return { found: handOverID === null ? undefined : found, failure: query.error }
}

/** The cases of a hand-over, those that went first. */
export const useCasesOf = (handOverID: number) => useRows(handOverApi.cases, { params: { handOverID }, query: {} })

export const useMakeFile = () => useApiChange(handOverApi.makeFile, { refresh: [handOverApi.list, handOverApi.get] })
export const useTakeBack = () =>
  useApiChange(handOverApi.takeBack, {
    refresh: [handOverApi.list, handOverApi.get, handOverApi.cases, caseApi.get, caseApi.list, caseApi.timeline, caseActionApi.permission],
  })

export const fetchHandOverFile = ({ fileID, name }: { fileID: number; name: string }) =>
  download(storedFileApi.download, { params: { fileID } }, name)

/** How a hand-over stands, in one word. */
export function stateOf({ isAtWork, counts }: Pick<HandOver, 'isAtWork' | 'counts'>) {
  if (isAtWork) return 'atWork' as const
  if (counts.handedOver > 0) return 'handedOver' as const
  // Undone as a whole it was never handed over, whatever of it somebody took back before.
  if (counts.undone > 0) return 'undone' as const
  return counts.takenBack > 0 ? ('takenBack' as const) : ('none' as const)
}
