import { Right } from '@regie/contract/right-codes.ts'
import { wallboardApi } from '@regie/contract/wallboard.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiQuery, useApi } from '../../api/use-api.ts'
import { liveSocket } from '../../live/live-socket.ts'
import { useRight } from '../../session/use-right.ts'

/** Queues, who waits and how agents stand: made once a second for all who look, when something happened. */
export function useWallboard(customerID: number) {
  const client = useQueryClient()
  const numbers = useRight(Right.viewPersonalData)
  const agents = useRight(Right.reportAgents)
  const listens = useRight(Right.listenIn)
  useEffect(() => {
    const { queryKey } = apiQuery(wallboardApi.get, { query: { customerID } })
    return liveSocket.subscribe({ topic: 'wallboard', customerID, numbers, agents, listens }, (news) => {
      if (news === 'changed') void client.invalidateQueries({ queryKey })
      else if ('wallboard' in news) client.setQueryData(queryKey, news.wallboard)
    })
  }, [client, customerID, numbers, agents, listens])
  return useApi(wallboardApi.get, { query: { customerID } })
}
