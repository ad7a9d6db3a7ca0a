import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { binariesFor, findPostgresBinaries, isReachableByAll, serverAccount } from './embedded-binaries.ts'
import { forgetfulSettings, type ServerSettings, serverSettings } from './embedded-settings.ts'
import { type ClusterPlace, initClusterOnce, programOptions } from './init-cluster.ts'
import { withOneClient } from './one-client.ts'
import {
  canConnect,
  findFreePort,
  findServerProcess,
  forgetStrangersPid,
  isAlive,
  lockFolder,
  type ServerProcess,
} from './server-process.ts'

export type EmbeddedPostgres = {
  url: string
  pid: number
  port: number
  /** The folder of its data, with its pid file. */
  pgdata: string
  /** False when the server of an earlier, killed process was still running and is used again. */
  wasStarted: boolean
  /** Fast shutdown: connections are cut, everything committed is on disk. */
  stop(): Promise<void>
}

type Options = {
  /** Where data, log and secret live. */
  home: string
  database: string
  settings?: ServerSettings
  /** False for tests: nothing is forced to disk. */
  isLasting?: boolean
}

/** Starts our own PostgreSQL, or finds the one that still runs on this folder. Works as root and as an ordinary user, from any folder. */
export async function startEmbeddedPostgres({
  home: wantedHome,
  database,
  settings = {},
  isLasting = true,
}: Options): Promise<EmbeddedPostgres> {
  const account = serverAccount()
  const home = account && !isReachableByAll(wantedHome) ? homeElsewhere(wantedHome) : path.resolve(wantedHome)
  // A caller with umask 077 must not make folders that the server's account cannot enter.
  const umask = process.umask(0o022)
  mkdirSync(home, { recursive: true, mode: 0o755 })
  const unlock = await lockFolder(home)
  try {
    const bin = (name: string) =>
      path.join(binariesFor(account, findPostgresBinaries(), home), 'bin', process.platform === 'win32' ? `${name}.exe` : name)
    const place: ClusterPlace = { home, account, pgdata: path.join(home, 'pgdata'), secretFile: path.join(home, 'secret') }
    initClusterOnce(place, bin('initdb'), isLasting)
    const running = await awaitRunning(place.pgdata)
    const server = running ?? (await startServer(place, bin('postgres'), { ...settings, ...(isLasting ? {} : forgetfulSettings) }))
    const url = (name: string) =>
      `postgres://app:${encodeURIComponent(readFileSync(place.secretFile, 'utf8'))}@127.0.0.1:${server.port}/${name}`
    await createDatabaseOnce(url('postgres'), database)
    return {
      url: url(database),
      pid: server.pid,
      port: server.port,
      pgdata: place.pgdata,
      wasStarted: !running,
      stop: () => stopServer(server.pid),
    }
  } finally {
    unlock()
    process.umask(umask)
  }
}

/** A project under /root cannot be entered by the server's account; its database then lives where it can. */
function homeElsewhere(home: string) {
  const name = createHash('sha256').update(path.resolve(home)).digest('hex').slice(0, 12)
  return path.join('/var/lib/regie', name)
}

/** The server that runs already, waiting up to 30 s for one that is starting or stopping at this moment. */
async function awaitRunning(pgdata: string): Promise<ServerProcess | undefined> {
  for (let wait = 0; wait < 300; wait++) {
    const server = findServerProcess(pgdata)
    if (!server) return undefined
    if (server.isReady && (await canConnect(server.port))) return server
    await sleep(100)
  }
  throw new Error('The database server of this folder runs but does not answer.')
}

async function startServer(place: ClusterPlace, postgres: string, settings: ServerSettings): Promise<ServerProcess> {
  const logFile = path.join(place.home, 'postgres.log')
  forgetStrangersPid(place.pgdata)
  // Another program may take the port between our look and the server's; then once more.
  for (let attempt = 0; attempt < 3; attempt++) {
    const all = { ...serverSettings(await findFreePort()), ...settings }
    // A file and not a pipe: the server may outlive this process.
    const log = openSync(logFile, 'a', 0o600)
    const child = spawn(postgres, ['-D', place.pgdata, ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`])], {
      ...programOptions(place),
      stdio: ['ignore', log, log],
      // Ctrl-C at the terminal is for us alone: we end the server after its users.
      detached: process.platform !== 'win32',
    })
    closeSync(log)
    const server = await awaitStarted(child, place.pgdata, logFile)
    child.unref()
    if (server) return server
  }
  throw new Error(`The database server did not start:\n${readFileSync(logFile, 'utf8').slice(-3000)}`)
}

async function awaitStarted(child: ChildProcess, pgdata: string, logFile: string): Promise<ServerProcess | undefined> {
  let hasEnded = false
  child.once('exit', () => {
    hasEnded = true
  })
  child.once('error', (error) => {
    hasEnded = true
    appendFileSync(logFile, `${error.message}\n`)
  })
  // Recovery after a crash of a large database takes its time.
  const giveUpAt = performance.now() + 120_000
  while (!hasEnded && performance.now() < giveUpAt) {
    const server = findServerProcess(pgdata)
    if (server?.pid === child.pid && server?.isReady) return server
    await sleep(10)
  }
  if (!hasEnded) child.kill('SIGQUIT')
  return undefined
}

async function createDatabaseOnce(adminUrl: string, database: string) {
  await withOneClient({ connectionString: adminUrl }, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(database)}`)
  })
}

async function stopServer(pid: number) {
  if (!isAlive(pid)) return
  process.kill(pid, 'SIGINT')
  for (let wait = 0; wait < 1500 && isAlive(pid); wait++) await sleep(20)
}
