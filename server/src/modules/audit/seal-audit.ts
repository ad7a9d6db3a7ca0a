import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import { insertSeals, type Seal } from './audit-changes.ts'
import { chainBegin, chainHash, chainKey, findLastSeal, listUnsealed } from './audit-chain.ts'

// Any number of our own: one process seals, the others go on.
const lockNumber = 4_300_004
const groupMax = 5_000
const everyMs = 3_000
// A line is written before its transaction ends. Most end within seconds; each tenth round looks back as far as the longest could last.
const lookBackMs = 2 * 60_000
export const lookFarBackMs = 2 * 60 * 60_000
const farEvery = 10

/** Seals the lines that came since; how many. What its transaction had not shown yet gets its place in the chain when it does. */
export async function sealAudit({ db, config }: Pick<Services, 'db' | 'config'>, lookBack = lookFarBackMs): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ mine: boolean; now: Date }>`
      select pg_try_advisory_xact_lock(${lockNumber}) as mine, now() as now`.execute(tx)
    const [turn] = rows
    if (!turn?.mine) return 0
    const last = await findLastSeal(tx)
    // From the last seal on, also after a long stop.
    const since = last ? new Date(Math.min(last.at.getTime(), turn.now.getTime()) - lookBack) : new Date(0)
    const lines = await listUnsealed(tx, since, groupMax)
    if (lines.length === 0) return 0
    const key = chainKey(config.secretKey)
    let { position, hash } = last ?? { position: 0, hash: chainBegin }
    const seals: Seal[] = lines.map((line) => {
      position += 1
      hash = chainHash(key, hash, position, line)
      return { position, auditId: line.id, auditAt: line.at, hash }
    })
    await insertSeals(tx, seals)
    return seals.length
  })
}

/** Seals every few seconds until it is stopped. */
export function startSealing(services: Pick<Services, 'db' | 'config' | 'log'>): { stop(): Promise<void> } {
  let round = 0
  let work: Promise<unknown> = Promise.resolve()
  let isBusy = false
  const seal = async () => {
    isBusy = true
    try {
      const lookBack = round++ % farEvery === 0 ? lookFarBackMs : lookBackMs
      while ((await sealAudit(services, lookBack)) === groupMax);
    } catch (error) {
      services.log.warn({ err: error }, 'audit lines wait for their seal')
    }
    isBusy = false
  }
  const timer = setInterval(() => {
    if (!isBusy) work = seal()
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await work
    },
  }
}
