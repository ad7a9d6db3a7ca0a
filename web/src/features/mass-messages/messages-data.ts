import { batchApi } from '@regie/contract/batches.ts'
import type { WrittenChannel } from '@regie/contract/manual-messages.ts'
import { type MessageOrder, messageApi } from '@regie/contract/messages.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiKey, useApi, useApiChange } from '../../api/use-api.ts'
import type { Filter, Plan } from './message-draft.ts'

const freshMs = 15_000
const atWorkMs = 1_000
const waitingMs = 5_000

export const isAtWork = ({ state }: MessageOrder) => state === 'waiting' || state === 'running'

/** The texts that I may send. */
export const useTemplates = (customerID: number) => useApi(messageApi.templates, { query: { customerID } })

/** The newest batches, to choose one. */
export function useBatchChoices(customerID: number) {
  return useApi(batchApi.list, { query: { customerID, limit: 250 } }).data?.rows ?? []
}

type Asked = { channel: WrittenChannel; filter: Filter; plan: Plan | null }
const nothing = { customerID: 1, templateID: 1 }

/** Who an order would reach and what it costs; the answer before stays while another is asked. */
export function useCheck({ channel, filter, plan }: Asked) {
  const body = { channel, filter, ...(plan ?? nothing) }
  return useApi(messageApi.check, { body }, { isEnabled: plan !== null, keepsPrevious: true, staleMs: freshMs })
}

/** The message as one case would get it. */
export function usePreview({ channel, plan }: Pick<Asked, 'channel' | 'plan'>, caseID: number | undefined) {
  const body = { channel, caseID: caseID ?? 1, ...(plan ?? nothing) }
  const isEnabled = plan !== null && caseID !== undefined
  return useApi(messageApi.preview, { body }, { isEnabled, keepsPrevious: true, staleMs: freshMs })
}

export const useSend = () => useApiChange(messageApi.send, { refresh: [messageApi.orders, undoApi.list] })
export const useTakeBack = () => useApiChange(messageApi.cancel, { refresh: [messageApi.orders, undoApi.list] })

/** The orders of the last month; one that works, or has not all left, moves by itself. */
export function useOrders(customerID: number) {
  const client = useQueryClient()
  const query = useApi(
    messageApi.orders,
    { query: { customerID } },
    { refetchMs: (orders) => (orders.some(isAtWork) ? atWorkMs : orders.some(({ waiting }) => waiting > 0) ? waitingMs : false) },
  )
  const working = query.data?.filter(isAtWork).length ?? 0
  useEffect(() => {
    // What is queued can be undone: the bar asks again when that begins and ends.
    void client.invalidateQueries({ queryKey: apiKey(undoApi.list) })
  }, [client, working])
  return query
}
