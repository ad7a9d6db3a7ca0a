import type { StatusProblem } from '@regie/contract/status.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { signInsEnding } from './sign-ins-ending.ts'

export type Warned = { db: Db; customerIds: readonly number[]; now: Date }

/** What else may be about to go wrong. A module that knows of something adds its question here; each asks only of these customers. */
const questions: readonly ((asked: Warned) => Promise<StatusProblem[]>)[] = [jobsSetAside, signInsEnding]

export async function findWarnings(asked: Warned): Promise<StatusProblem[]> {
  return (await Promise.all(questions.map((ask) => ask(asked)))).flat()
}

/** Jobs that nobody tries any more: those of these customers, and those of none. */
async function jobsSetAside({ db, customerIds }: Warned): Promise<StatusProblem[]> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(at) as since
    from jobs_set_aside
    where not about ? 'customerId' or (about ->> 'customerId')::bigint = any(${customerIds}::bigint[])`.execute(db)
  const [found] = rows
  if (!found?.count) return []
  const since = found.since?.toISOString() ?? null
  return [{ kind: 'jobsSetAside', state: 'warning', since, count: found.count, channel: null, batch: null, provider: null }]
}
