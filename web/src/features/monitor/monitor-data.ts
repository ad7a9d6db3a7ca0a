import { monitorApi, type MonitorDelta, type MonitorRow } from '@regie/contract/monitor.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiQuery, useApi } from '../../api/use-api.ts'
import { liveSocket } from '../../live/live-socket.ts'
import { useRight } from '../../session/use-right.ts'

type Shown = { rows: MonitorRow[]; isCut: boolean }

/** The cases to which something happens now. Rows come by themselves, once a second and for all watchers together. */
export function useMonitor(customerID: number) {
  const client = useQueryClient()
  const isWhole = useRight(Right.viewPersonalData)
  const request = { query: { customerID } }
  useEffect(() => {
    const { queryKey } = apiQuery(monitorApi.list, { query: { customerID } })
    return liveSocket.subscribe({ topic: 'monitor', customerID, isWhole }, (news) => {
      if (news === 'changed') void client.invalidateQueries({ queryKey })
      else if ('monitor' in news) client.setQueryData(queryKey, (shown: Shown | undefined) => shown && withNews(shown, news.monitor))
    })
  }, [client, customerID, isWhole])
  return useApi(monitorApi.list, request)
}

/** Puts news over the rows: each in its place, new ones on top. */
export function withNews({ rows, isCut }: Shown, { rows: fresh, gone }: MonitorDelta): Shown {
  const news = new Map(fresh.map((row) => [row.caseID, row]))
  const left = new Set(gone)
  const kept = rows.flatMap((row) => {
    if (left.has(row.caseID)) return []
    const found = news.get(row.caseID)
    news.delete(row.caseID)
    return [found ?? row]
  })
  return { rows: [...news.values(), ...kept], isCut }
}
