import path from 'node:path'
import pg from 'pg'
import { buildWebIfStale } from '../../../scripts/build-web-if-stale.ts'
import { nodeEnv, nodeFlags } from '../../../server/src/main/node-flags.ts'
import { type Answer, type HttpClient, openHttpClient } from '../measure/http-client.ts'
import type { Contestant, Figures } from '../measure/compare.ts'
import { compare } from '../measure/compare.ts'
import type { Work } from '../measure/load.ts'
import type { BenchOptions } from '../options.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { type ChildServer, startChild } from './child-server.ts'
import { password, usernameOf } from './seed-people.ts'

export type World = {
  options: BenchOptions
  database: BenchDatabase
  /** For looking and seeding; not measured. */
  sql: pg.Pool
  ours: () => Promise<{ server: ChildServer; client: HttpClient; cookie: string }>
  /** Many who are signed in, each turn another one: what one person may take of the server is measured elsewhere (S32). */
  colleagues: () => Promise<(turn: number, path: string) => Promise<Answer>>
  reference: () => Promise<{ server: ChildServer; client: HttpClient }>
  startEngine: (env?: Record<string, string>) => Promise<ChildServer>
  env: () => Record<string, string>
  /** Ours against the reference server and against raw SQL, in turns. */
  race: (works: { ours: Work; limit: Work; sql?: Work }, clients?: number) => Promise<{ ours: Figures; limit: Figures; sql?: Figures }>
  say: (text: string) => void
  close: () => Promise<void>
}

// Enough that none of them comes again within the pause that makes him a person and no program (budgets.ts).
const colleagueCount = 60

/** The database and the servers of a run; servers start when a goal first asks for them. */
export async function openWorld(options: BenchOptions, say: (text: string) => void): Promise<World> {
  const database = await openBenchDatabase(options, say)
  const sql = new pg.Pool({ connectionString: database.url, max: 4 })
  // The database stops before a connection that is still closing; without a listener the run would end as failed.
  sql.on('error', () => undefined)
  const children: ChildServer[] = []
  const start = async (...input: Parameters<typeof startChild>) => {
    const child = await startChild(...input)
    children.push(child)
    return child
  }
  const dataDir = path.join(database.home, 'app')
  // The cache of compiled code is where `npm start` has it too.
  const env = () => ({
    ...nodeEnv,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    NODE_COMPILE_CACHE: path.join(dataDir, 'compile-cache'),
    TRUST_PROXY: 'loopback',
    DEMO: '0',
  })
  const once = <T>(open: () => Promise<T>) => {
    let opened: Promise<T> | undefined
    return () => (opened ??= open())
  }
  const ours = once(async () => {
    // The api looks for the browser app once, when it starts.
    buildWebIfStale(say)
    const server = await start('server/src/main/run-api.ts', { env: env(), nodeArgs: nodeFlags.api })
    const cookie = await signIn(server.url, usernameOf(1))
    return { server, cookie, client: openHttpClient(server.url, { cookie, origin: server.url }) }
  })
  const reference = once(async () => {
    const server = await start('e2e/bench/reference/reference-server.ts', { env: { DATABASE_URL: database.url } })
    return { server, client: openHttpClient(server.url) }
  })
  const colleagues = once(async () => {
    const { server, client } = await ours()
    const cookies: string[] = []
    for (let n = 0; n < colleagueCount; n++) cookies.push(await signIn(server.url, usernameOf(10 + n)))
    return (turn: number, path: string) => client.get(path, { cookie: cookies[turn % colleagueCount] ?? '' })
  })
  const world: World = {
    options,
    database,
    sql,
    ours,
    colleagues,
    reference,
    env,
    say,
    startEngine: (more = {}) =>
      start('server/src/main/run-engine.ts', { env: { ...env(), ...more }, nodeArgs: nodeFlags.engine, readyPath: null }),
    race: async (works, clients = 4) => {
      const contestants: Contestant[] = [
        { name: 'limit', work: works.limit, pids: [(await reference()).server.pid, database.pid] },
        { name: 'ours', work: works.ours, pids: [(await ours()).server.pid, database.pid] },
        ...(works.sql ? [{ name: 'sql', work: works.sql, pids: [database.pid] }] : []),
      ]
      const figures = await compare(contestants, { clients, roundMs: options.roundMs, rounds: options.rounds })
      const of = (name: string) => figures.get(name) ?? { cpuMs: Number.NaN, p50: Number.NaN, p95: Number.NaN, perSecond: Number.NaN }
      return { ours: of('ours'), limit: of('limit'), ...(works.sql && { sql: of('sql') }) }
    },
    close: async () => {
      await Promise.all(children.map((child) => child.stop()))
      await sql.end()
      await database.close()
    },
  }
  return world
}

/** Signs in and returns the cookie. Each sign-in comes from an address of its own, as those of 1,000 people do. */
export async function signIn(url: string, username: string): Promise<string> {
  const client = openHttpClient(url, { origin: url, 'x-forwarded-for': addressOf(signIns++) })
  const answer = await client.send('POST', '/api/login', { username, password })
  client.close()
  const cookies = answer.headers['set-cookie']
  return (Array.isArray(cookies) ? cookies : []).map((line) => line.split(';')[0]).join('; ')
}
let signIns = 0

export function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255 || 1}`
}
