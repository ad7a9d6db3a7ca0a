import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The database server of a data folder, as its pid file says. */
export type ServerProcess = { pid: number; port: number; isReady: boolean }

/** The server that runs on this data folder right now. A pid file left by a crash or a reboot may name a process that is something else by now. */
export function findServerProcess(pgdata: string): ServerProcess | undefined {
  const lines = readLines(path.join(pgdata, 'postmaster.pid'))
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!pid || !port || !isDatabaseServer(pid)) return undefined
  return { pid, port, isReady: (lines[7] ?? '').startsWith('ready') }
}

/** PostgreSQL deals with a dead pid itself; it refuses to start only when the number has gone to another live process. */
export function forgetStrangersPid(pgdata: string) {
  const file = path.join(pgdata, 'postmaster.pid')
  const pid = Number(readLines(file)[0])
  if (pid > 0 && isAlive(pid) && !isDatabaseServer(pid)) rmSync(file, { force: true })
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function isDatabaseServer(pid: number): boolean {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  return readLines(`/proc/${pid}/comm`)[0] === 'postgres'
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

export function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Waits for its turn at the folder: two first starts at once make one database. A dead holder's lock is stale. Returns the release. */
export async function lockFolder(home: string): Promise<() => void> {
  const file = path.join(home, 'lock')
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const holder = Number(readLines(file)[0])
    if (holder && !isAlive(holder)) rmSync(file, { force: true })
    else await sleep(50)
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}
