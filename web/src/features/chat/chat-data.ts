import { chatApi, type ChatChannel, type ChatMessage } from '@regie/contract/chat.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { useLiveUpdates } from '../../live/use-live-updates.ts'

// What is written stands on the screens of colleagues so soon; a browser asks no more often.
const apartMs = 400

/** My channels at a customer, live. */
export function useChannels(customerID: number) {
  useLiveUpdates({ topic: 'chat', customerID }, [chatApi.channels, chatApi.messages], apartMs)
  return useApi(chatApi.channels, { query: { customerID } })
}

export const usePeople = (customerID: number) => useApi(chatApi.people, { query: { customerID } }, { staleMs: 300_000 })

type Page = ResponseOf<typeof chatApi.messages>
type Kept = { page: Page | undefined; rows: readonly ChatMessage[]; hasMore: boolean }

/** Puts the newest page over what was read before. After a long absence, when the two do not meet, it stands alone. */
export function withPage(kept: Kept, page: Page): Kept {
  const newest = page.rows.toReversed()
  const first = newest[0]?.messageID ?? 0
  const meets = !page.hasMore || kept.rows.some(({ messageID }) => messageID >= first)
  if (!meets) return { page, rows: newest, hasMore: page.hasMore }
  const older = kept.rows.filter(({ messageID }) => messageID < first)
  return { page, rows: [...older, ...newest], hasMore: older.length > 0 ? kept.hasMore : page.hasMore }
}

/** The messages of a channel, oldest first: the newest page is live, older ones come when asked for. */
export function useMessages(channelID: number) {
  const query = useApi(chatApi.messages, { params: { channelID }, query: {} })
  const [kept, setKept] = useState<Kept>({ page: undefined, rows: [], hasMore: false })
  const [older, setOlder] = useState<{ isLoading: boolean; failure: Error | null }>({ isLoading: false, failure: null })
  if (query.data !== undefined && query.data !== kept.page) setKept(withPage(kept, query.data))
  const loadOlder = async () => {
    const [first] = kept.rows
    if (first === undefined || older.isLoading) return
    setOlder({ isLoading: true, failure: null })
    try {
      const page = await callApi(chatApi.messages, { params: { channelID }, query: { before: first.messageID } })
      setKept((now) => ({ ...now, rows: [...page.rows.toReversed(), ...now.rows], hasMore: page.hasMore }))
      setOlder({ isLoading: false, failure: null })
    } catch (failure) {
      setOlder({ isLoading: false, failure: failure as Error })
    }
  }
  return { query, rows: kept.rows, hasMore: kept.hasMore, older, loadOlder }
}

export const useFound = (customerID: number, q: string) =>
  useApi(chatApi.search, { query: { customerID, q } }, { keepsPrevious: true, isEnabled: q.trim().length >= 2 })

const channels = { refresh: [chatApi.channels] }
const messages = { refresh: [chatApi.messages, chatApi.channels] }
export const useAddChannel = () => useApiChange(chatApi.addChannel, channels)
export const useOpenDirect = () => useApiChange(chatApi.openDirect, channels)
export const useChangeChannel = () => useApiChange(chatApi.changeChannel, channels)
export const useLeaveChannel = () => useApiChange(chatApi.leave, channels)
export const useSend = () => useApiChange(chatApi.send, messages)
export const useEdit = () => useApiChange(chatApi.edit, messages)
export const useRemove = () => useApiChange(chatApi.remove, messages)
export const useRead = () => useApiChange(chatApi.read, channels)

/** What a channel is called on the screen. */
export function useChannelName() {
  const t = useText()
  return ({ kind, name }: Pick<ChatChannel, 'kind' | 'name'>) => (kind === 'general' ? t('chat.general') : name)
}
