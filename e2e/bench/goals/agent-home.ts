import type { nextCaseApi } from '@regie/contract/next-case.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { Goal, Row } from '../goal.ts'
import { jsonOf } from '../measure/http-client.ts'
import { mainBatches, mainCustomerId } from '../world/seed-cases.ts'

const paths = {
  'the own day of who works case by case': `/api/next-case?customerID=${mainCustomerId}`,
  'who would come next, without holding them': `/api/next-case/first?customerID=${mainCustomerId}`,
}

export const agentHome: Goal = {
  id: 'P26',
  work: 'the first screen of who works case by case',
  async measure(world) {
    const [{ client: ours }, { client: limit }] = [await world.ours(), await world.reference()]
    const { first, nextAt } = jsonOf<ResponseOf<typeof nextCaseApi.first>>(
      await ours.get(paths['who would come next, without holding them']),
    )
    // By law nobody may be called at some hours; then the same cases are looked at, and the moment is said.
    if (first === null && nextAt === null) throw new Error('there is nobody to call, now or later')
    const rows: Row[] = []
    for (const [work, path] of Object.entries(paths)) {
      for (let n = 0; n < 10; n++) await ours.get(path)
      const figures = await world.race({
        ours: () => ours.get(path),
        limit: () => limit.get(`/${mainCustomerId}/batches?limit=${mainBatches}`),
      })
      rows.push({ id: 'P26', work, unit: 'p95 ms', limit: figures.limit.p95, ours: figures.ours.p95, goal: { atMost: 50 } })
    }
    return rows
  },
}
