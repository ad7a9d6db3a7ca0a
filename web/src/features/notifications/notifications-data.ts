import { notificationApi } from '@regie/contract/notifications.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { callApi } from '../../api/call-api.ts'
import { apiKey, useApiChange } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'
import { useSession } from '../../session/use-session.ts'

/** What I was notified of at a customer, newest first, live, and how much of it is unread. */
export function useNotifications(customerID: number) {
  const { userID } = useSession()
  useLiveUpdates({ topic: 'notifications', userID }, [notificationApi.list])
  const query = useInfiniteQuery({
    queryKey: [...apiKey(notificationApi.list, { query: { customerID } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callApi(notificationApi.list, { query: { customerID, ...(pageParam !== null && { before: pageParam }) } }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ rows, hasMore }) => (hasMore ? rows.at(-1)?.notificationID : undefined),
  })
  return { query, rows: query.data?.pages.flatMap(({ rows }) => rows) ?? [], unread: query.data?.pages[0]?.unread ?? 0 }
}

export const useReadNotifications = () => useApiChange(notificationApi.read, { refresh: [notificationApi.list] })
