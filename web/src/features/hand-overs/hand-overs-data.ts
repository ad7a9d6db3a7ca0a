import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { type HandOver, handOverApi } from '@regie/contract/hand-overs.ts'
import { storedFileApi } from '@regie/contract/stored-files.ts'
import { useEffect } from 'react'
import { download } from '../../api/download.ts'
import { useApiChange } from '../../api/use-api.ts'
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

/** The cases of a hand-over, those that went first. */
export const useCasesOf = (handOverID: number) => useRows(handOverApi.cases, { params: { handOverID }, query: {} })

export const useMakeFile = () => useApiChange(handOverApi.makeFile, { refresh: [handOverApi.list] })
export const useTakeBack = () =>
  useApiChange(handOverApi.takeBack, {
    refresh: [handOverApi.list, handOverApi.cases, caseApi.get, caseApi.list, caseApi.timeline, caseActionApi.permission],
  })

export const fetchHandOverFile = ({ fileID, name }: { fileID: number; name: string }) =>
  download(storedFileApi.download, { params: { fileID } }, name)

/** How a hand-over stands, in one word. */
export function stateOf({ isAtWork, counts }: Pick<HandOver, 'isAtWork' | 'counts'>) {
  if (isAtWork) return 'atWork' as const
  if (counts.handedOver > 0) return 'handedOver' as const
  if (counts.takenBack > 0) return 'takenBack' as const
  return counts.undone > 0 ? ('undone' as const) : ('none' as const)
}
