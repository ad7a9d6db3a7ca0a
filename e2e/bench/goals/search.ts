import type { Goal, Row } from '../goal.ts'
import { referenceQueries } from '../reference/reference-queries.ts'
import { mainCustomerId } from '../world/seed-cases.ts'
import { sampleCases } from './sample.ts'

export const search: Goal = {
  id: 'P4',
  work: 'search by phone and number',
  async measure(world) {
    const sample = await sampleCases(world)
    const [ours, { client: limit }] = [await world.colleagues(), await world.reference()]
    // Six digits from the middle of a number, as one who half remembers it types them.
    const digits = (turn: number) => sample(turn).phone.slice(5, 11)
    const kinds = [
      {
        work: 'six digits inside a phone number',
        wanted: digits,
        path: 'search',
        query: referenceQueries.search,
        pattern: (turn: number) => `%${digits(turn)}%`,
      },
      {
        work: 'case number',
        path: 'numbers',
        query: referenceQueries.numberSearch,
        wanted: (turn: number) => sample(turn).caseNumber,
        pattern: (turn: number) => `${sample(turn).caseNumber.toLowerCase()}%`,
      },
    ]
    const rows: Row[] = []
    for (const { work, wanted, path, query, pattern } of kinds) {
      const figures = await world.race({
        ours: (turn) => ours(turn, `/api/cases/search?customerID=${mainCustomerId}&q=${encodeURIComponent(wanted(turn))}`),
        limit: (turn) => limit.get(`/${mainCustomerId}/${path}?q=${encodeURIComponent(wanted(turn).toLowerCase())}`),
        sql: (turn) => world.sql.query({ ...query, values: [mainCustomerId, pattern(turn)] }),
      })
      rows.push(
        {
          id: 'P4',
          work,
          unit: 'CPU ms',
          limit: figures.limit.cpuMs,
          ours: figures.ours.cpuMs,
          goal: { ratio: 1.3 },
          note: `raw SQL ${figures.sql?.cpuMs.toFixed(2)}`,
        },
        { id: 'P4', work, unit: 'p95 ms', limit: figures.limit.p95, ours: figures.ours.p95, goal: { atMost: 25 } },
      )
    }
    return rows
  },
}
