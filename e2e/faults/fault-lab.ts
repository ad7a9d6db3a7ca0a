import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/src/platform/db/embedded-postgres.ts'
import { nodeEnv, nodeFlags } from '../../server/src/main/node-flags.ts'
import { prepareDatabase } from '../../server/src/main/prepare-database.ts'
import { openSmtpSink, type SinkFaults, type SmtpSink } from '../peers/smtp-sink.ts'
import { freePort } from '../free-port.ts'
import { makeTempFolder } from '../../server/test/make-temp-folder.ts'

const mainDir = path.resolve(import.meta.dirname, '../../server/src/main')

/** A database, a mail server that counts, and engines that may be killed. */
export type FaultLab = {
  db: pg.Pool
  url: string
  sink: SmtpSink
  /** With an address, the news of simulated providers come in there. */
  startEngine(publicUrl?: string): ChildProcess
  /** An api process, ready to answer. */
  startApi(): Promise<{ process: ChildProcess; url: string }>
  /** Until a first engine has run for long enough to leave what it compiled to those that follow. */
  untilCompiled(): Promise<void>
  killEngine(engine: ChildProcess): Promise<void>
  /** Until PostgreSQL has ended what engines had under way that are gone: it may commit a claim of theirs a moment after their death. */
  untilEnginesLeft(): Promise<void>
  stopEngine(engine: ChildProcess): Promise<number | null>
  seedMails(count: number): Promise<void>
  countByState(): Promise<Record<string, number>>
  untilDrained(timeoutMs: number): Promise<void>
  close(): Promise<void>
}

/** Opens a lab of its own; every commit is forced to disk, as in production. */
export async function openFaultLab({
  faults = {},
  connections = 10,
  logLevel = 'error',
}: {
  faults?: SinkFaults
  connections?: number
  logLevel?: string
} = {}): Promise<FaultLab> {
  const dataDir = makeTempFolder('faults')
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({ home: path.join(dataDir, 'postgres'), database: 'faults' })
  await prepareDatabase(postgres.url)
  const db = new pg.Pool({ connectionString: postgres.url, max: 4 })
  // The server is stopped under it at the end.
  db.on('error', () => undefined)
  const sink = await openSmtpSink({ faults, keepText: false })
  const running = new Set<ChildProcess>()

  // As `npm start` does it, with the cache of compiled code: without it a start costs twice as much.
  const cacheDir = path.join(dataDir, 'compile-cache')
  const asStarted = { ...nodeEnv, NODE_COMPILE_CACHE: cacheDir }

  function startProcess(role: 'api' | 'engine', env: Record<string, string>): ChildProcess {
    const child = spawn(process.execPath, [...nodeFlags[role], path.join(mainDir, `run-${role}.ts`)], {
      env: { ...process.env, ...asStarted, DATABASE_URL: postgres.url, DATA_DIR: dataDir, LOG_LEVEL: logLevel, ROLE: role, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child
  }
  // Whatever ends this program, nothing of it works on, and nobody waits for what it would print.
  const endAll = () => void [...running].map((child) => child.kill('SIGKILL'))
  process.once('exit', endAll)

  /** One that ended by itself is not waited for. */
  function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
    if (!running.has(child)) return Promise.resolve(child.exitCode)
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.kill(signal)
    return ended
  }

  return {
    db,
    url: postgres.url,
    sink,
    startEngine: (publicUrl) =>
      startProcess('engine', {
        SMTP_URL: sink.url,
        MAIL_CONNECTIONS: String(connections),
        ENGINE_TICK_MS: '200',
        ...(publicUrl !== undefined && { PUBLIC_URL: publicUrl }),
      }),
    async startApi() {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const api = startProcess('api', { PORT: String(port) })
      const until = performance.now() + 30_000
      while (performance.now() < until) {
        const isReady = await fetch(`${url}/api/ready`).then(
          (answer) => answer.ok,
          () => false,
        )
        if (isReady) return { process: api, url }
        await sleep(50)
      }
      throw new Error('the api was not ready within 30 s')
    },
    async killEngine(engine) {
      await end(engine, 'SIGKILL')
    },
    async untilCompiled() {
      const first = startProcess('engine', { SMTP_URL: sink.url })
      const isKept = () => existsSync(cacheDir) && readdirSync(cacheDir, { recursive: true }).length > 100
      while (!isKept()) await sleep(50)
      await end(first, 'SIGKILL')
    },
    async untilEnginesLeft() {
      const isThere = async () => (await db.query("select from pg_stat_activity where application_name = 'regie engine'")).rowCount !== 0
      while (await isThere()) await sleep(10)
    },
    stopEngine: (engine) => end(engine, 'SIGTERM'),
    seedMails: (count) => seedMails(db, count),
    async countByState() {
      const { rows } = await db.query<{ state: string; count: string }>(`
        select coalesce(o.state, c.state) as state, count(*)
        from communications c
        left join outbox o on o.customer_id = c.customer_id and o.communication_id = c.id
        group by 1`)
      return Object.fromEntries(rows.map((row) => [row.state, Number(row.count)]))
    },
    async untilDrained(timeoutMs) {
      const until = performance.now() + timeoutMs
      for (;;) {
        const { rows } = await db.query<{ busy: string }>(
          "select count(*) as busy from outbox where next_at < now() + interval '5 minutes'",
        )
        if (Number(rows[0]?.busy) === 0) return
        if (performance.now() > until) throw new Error(`${rows[0]?.busy} messages still wait after ${timeoutMs} ms`)
        await sleep(100)
      }
    },
    async close() {
      await Promise.all([...running].map((child) => end(child, 'SIGKILL')))
      process.off('exit', endAll)
      await sink.close()
      await db.end()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** One batch with a mail ready to leave for each of its cases; the cases' scripts are at their end, so that only the outbox works. */
async function seedMails(db: pg.Pool, count: number) {
  await db.query(`
    with customer as (insert into customers (name, compliance_profile)
      values ('Fault lab', 'intern_demo')
      returning id),
    script as (insert into scripts (customer_id, name, always_open)
      select id, 'Mail', true
      from customer
      returning customer_id, id)
    insert into batches (customer_id, script_id, name, status) select customer_id, id, 'Mail', 'open' from script`)
  await db.query(`
    insert into batch_counters (customer_id, batch_id) select customer_id, id from batches on conflict do nothing`)
  await db.query(`insert into cases (customer_id, batch_id, case_number, name, email)
    select b.customer_id, b.id, 'F' || i, 'Debiteur ' || i, 'f' || i || '@sink.example'
    from batches b
    cross join generate_series(1, ${Math.trunc(count)}) i`)
  await db.query(`
    with queued as (
      insert into communications (customer_id, case_id, batch_id, channel, idempotency_key, recipient, provider,
        simulated)
      select customer_id, id, batch_id, 'email', 'fault:' || id, email, 'smtp', false from cases order by id
      returning customer_id, id, case_id, batch_id, queued_at),
    waiting as (
      insert into outbox (customer_id, communication_id, case_id, batch_id, channel, next_at)
      select customer_id, id, case_id, batch_id, 'email', queued_at from queued)
    insert into communication_contents (customer_id, communication_id, queued_at, sender, subject, text, html)
    select customer_id, id, queued_at, 'Regie <regie@localhost>', 'Herinnering',
      repeat('Beste heer of mevrouw, uw factuur staat nog open. ', 8),
      '<p>' || repeat('Beste heer of mevrouw, uw factuur staat nog open. ', 30) || '</p>'
    from queued`)
  await db.query('analyze')
}

export type Finding = { ok: boolean; text: string }

/** States a condition with the figures that decide it. */
export function expectThat(ok: boolean, text: string): Finding {
  return { ok, text }
}

/** R21: the kept counters against the same numbers counted anew. */
export async function countersTie(db: pg.Pool): Promise<Finding> {
  const { rowCount } = await db.query('(select * from batch_counters except select * from batch_counters_recounted)')
  return expectThat(rowCount === 0, `R21 kept counters equal counted ones (${rowCount} batches differ)`)
}
