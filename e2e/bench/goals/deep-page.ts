import { type HttpClient, jsonOf } from '../measure/http-client.ts'
import { compare } from '../measure/compare.ts'
import type { Goal } from '../goal.ts'
import { mainCustomerId } from '../world/seed-cases.ts'

type CasePage = { rows: { caseID: number }[]; nextCursor: string | null }
const listPath = `/api/cases?customerID=${mainCustomerId}`
const depth = 400 * 50

export const deepPage: Goal = {
  id: 'P3',
  work: 'page 400 by cursor',
  async measure(world) {
    const [{ client: ours, server }, { client: limit }] = [await world.ours(), await world.reference()]
    const { cursor, before } = await walkTo(ours, depth)
    const deep = `${listPath}&limit=50&cursor=${encodeURIComponent(cursor)}`
    const figures = await world.race({ ours: () => ours.get(deep), limit: () => limit.get(`/${mainCustomerId}/cases?before=${before}`) })
    const pids = [server.pid, world.database.pid]
    const pages = await compare(
      [
        { name: 'first', work: () => ours.get(`${listPath}&limit=50`), pids },
        { name: 'deep', work: () => ours.get(deep), pids },
      ],
      { roundMs: world.options.roundMs, rounds: world.options.rounds },
    )
    return [
      { id: 'P3', work: 'page 400 of cases', unit: 'CPU ms', limit: figures.limit.cpuMs, ours: figures.ours.cpuMs, goal: { ratio: 2 } },
      {
        id: 'P3',
        work: 'page 400 beside page 1 (as limit)',
        unit: 'CPU ms',
        limit: pages.get('first')?.cpuMs ?? Number.NaN,
        ours: pages.get('deep')?.cpuMs ?? Number.NaN,
        goal: { ratio: 1.2 },
      },
    ]
  },
}

/** Walks as a browser would, in the largest pages allowed. */
async function walkTo(client: HttpClient, rows: number): Promise<{ cursor: string; before: number }> {
  let cursor = ''
  let before = 0
  for (let seen = 0; seen < rows; ) {
    const page = jsonOf<CasePage>(await client.get(`${listPath}&limit=250${cursor && `&cursor=${encodeURIComponent(cursor)}`}`))
    if (page.nextCursor === null) throw new Error(`the list ends after ${seen + page.rows.length} rows`)
    cursor = page.nextCursor
    before = page.rows.at(-1)?.caseID ?? 0
    seen += page.rows.length
  }
  return { cursor, before }
}
