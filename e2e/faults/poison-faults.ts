import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemApi } from '@regie/contract/system.ts'
import { seedDemo } from '../../scripts/seed-demo.ts'
import { enqueue } from '../../server/src/jobs/enqueue.ts'
import { type Database, openDatabase } from '../../server/src/platform/db/database.ts'
import { ApiClient } from '../api-client.ts'
import { expectThat, type FaultLab, type Finding, openFaultLab } from './fault-lab.ts'

const password = 'Storing-proef-2027!'
const otherMsMax = 60_000
// No entry of this id exists; the job waits for the table before it finds that out.
const poison = { bulkId: 987_654, customerId: 1 }

/** R25: a job on which its process dies twice is set aside and named, no third process works on it, and other jobs go on. */
export async function poisonedJob({ isHurried, watchMs }: { isHurried: boolean; watchMs: number }): Promise<Finding[]> {
  const lab = await openFaultLab({ logLevel: 'fatal' })
  const database = openDatabase(lab.url, { log: { warn: () => undefined }, servesAll: true })
  const holder = await lab.db.connect()
  const time = isHurried ? setInterval(() => void hurryAttempt(lab), 200) : undefined
  try {
    await seedDemo(database.db, password)
    const { url } = await lab.startApi()
    const api = new ApiClient(url)
    await api.signIn('beheer', password)
    // Work on the job waits here, so that each engine is killed exactly while it is active. Reading goes on.
    await holder.query('begin')
    await holder.query('lock table bulk_jobs in exclusive mode')
    await database.db.transaction().execute((tx) => enqueue(tx, 'runBulk', poison))
    const others: number[] = []
    let engine = lab.startEngine()
    for (let death = 1; death <= 2; death++) {
      await untilAtWork(lab)
      await lab.killEngine(engine)
      const killedAt = performance.now()
      await forgetDead(lab)
      if (isHurried) await hurryDeath(lab)
      await enqueueOther(database)
      engine = lab.startEngine()
      others.push(await untilOtherDone(lab, killedAt))
    }
    let hasEnded = false
    void once(engine, 'exit').then(() => (hasEnded = true))
    const named = await untilNamed(api)
    let takenAgain = 0
    for (const until = performance.now() + watchMs; performance.now() < until; await sleep(50)) takenAgain += await countAtWork(lab)
    const { rows } = await lab.db.query<{ state: string }>("select state from pgboss.job where name = 'runBulk'")
    return [
      expectThat(
        named.length === 1 && named[0]?.name === 'runBulk' && named[0].reason === 'died' && named[0].about.bulkId === poison.bulkId,
        `after its second death the job is named once as set aside (${named.map(({ name, reason }) => `${name} ${reason}`).join()})`,
      ),
      expectThat(takenAgain === 0 && !hasEnded, `a third process works on it: ${takenAgain} times, and lives on`),
      expectThat(rows.map(({ state }) => state).join() === 'failed', `the job list keeps it as ${rows.map(({ state }) => state).join()}`),
      expectThat(
        others.every((ms) => ms <= otherMsMax),
        `other jobs done ${others.map((ms) => Math.round(ms)).join(' and ')} ms after a death (limit ${otherMsMax})`,
      ),
    ]
  } finally {
    clearInterval(time)
    await holder.query('rollback')
    holder.release()
    await database.close()
    await lab.close()
  }
}

/** Connections of jobs that stand before the table that is locked. */
async function countAtWork(lab: FaultLab): Promise<number> {
  const { rowCount } = await lab.db.query("select from pg_locks where relation = 'bulk_jobs'::regclass and not granted")
  return rowCount ?? 0
}

async function untilAtWork(lab: FaultLab) {
  await until('an engine takes the job', async () => (await countAtWork(lab)) > 0)
}

/** PostgreSQL learns late that the client of a waiting statement is gone. */
async function forgetDead(lab: FaultLab) {
  await lab.db.query(`
    select pg_terminate_backend(pid)
    from pg_locks
    where relation = 'bulk_jobs'::regclass and not granted`)
  await until('the statement of the dead ends', async () => (await countAtWork(lab)) === 0)
}

/** The lease of the dead engine ends, and its job has been silent for long enough, at once. */
async function hurryDeath(lab: FaultLab) {
  await lab.db.query(`
    update engines e
    set lease_until = now()
    from job_runs r
    where r.engine_id = e.id and r.job_key in (select id::text from pgboss.job where name = 'runBulk')`)
  await lab.db.query(`
    update pgboss.job
    set heartbeat_on = now() - interval '1 minute'
    where name = 'runBulk' and state = 'active'`)
}

/** The next attempt does not wait. */
async function hurryAttempt(lab: FaultLab) {
  await lab.db
    .query(`
      update pgboss.job
      set start_after = now()
      where name = 'runBulk' and state = 'retry' and start_after > now()`)
    .catch(() => undefined)
}

async function enqueueOther({ db }: Database) {
  await db.transaction().execute((tx) => enqueue(tx, 'endHolds', { customerId: poison.customerId, scriptIds: [] }))
}

async function untilOtherDone(lab: FaultLab, since: number): Promise<number> {
  await until('another job is done', async () => {
    const { rowCount } = await lab.db.query("select from pgboss.job where name = 'endHolds' and state <> 'completed'")
    return rowCount === 0
  })
  return performance.now() - since
}

async function untilNamed(api: ApiClient) {
  let named = (await api.call(systemApi.setAside)).body
  await until('the job is set aside', async () => (named = (await api.call(systemApi.setAside)).body).length > 0)
  return named
}

async function until(what: string, isSo: () => Promise<boolean>) {
  for (const giveUp = performance.now() + 90_000; !(await isSo()); await sleep(30)) {
    if (performance.now() > giveUp) throw new Error(`90 s passed before ${what}`)
  }
}
