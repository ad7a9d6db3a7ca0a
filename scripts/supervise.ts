import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { nodeEnv, nodeFlags } from '../server/src/main/node-flags.ts'
import type { Config } from '../server/src/platform/config.ts'
import type { ReadyDatabase } from './open-own-database.ts'

export const projectDir = path.resolve(import.meta.dirname, '..')

/** Starts a node script that ends with us, however we end. It sees our environment, with the database that is ready. */
export function startSupervised(nodeArgs: string[], config: Config, { url, postgres, demo }: ReadyDatabase): ChildProcess {
  return spawn(process.execPath, ['--import', path.join(import.meta.dirname, 'end-with-parent.ts'), ...nodeArgs], {
    cwd: projectDir,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Ctrl-C at the terminal is for us alone: we end the server first and the database after it.
    detached: process.platform !== 'win32',
    env: {
      ...nodeEnv,
      ...process.env,
      DATABASE_URL: url,
      DATA_DIR: config.dataDir,
      DEMO: demo ? '1' : '0',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(config.dataDir, 'compile-cache'),
      ...(postgres && { SUPERVISED_PGDATA: postgres.pgdata }),
    },
  })
}

export type ServerPart = 'api' | 'engine'

/** The server processes of a role, the one that answers requests first. Apart, so that an import or a busy engine keeps no screen waiting. */
export function partsOf(role: Config['role']): ServerPart[] {
  return role === 'all' ? ['api', 'engine'] : [role]
}

export function startServer(part: ServerPart, config: Config, database: ReadyDatabase, nodeArgs: string[] = []): ChildProcess {
  return startSupervised([...nodeFlags[part], ...nodeArgs, path.join(projectDir, 'server/src/main', `run-${part}.ts`)], config, database)
}

/** Asks a process to end and waits; one that does not listen is ended after `waitMs`. */
export async function endProcess(child: ChildProcess, waitMs = 45_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), waitMs)
  await ended
  clearTimeout(timer)
}

/** Resolves at the first Ctrl-C or SIGTERM; a second one leaves at once. */
export function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false
    const ask = () => {
      if (isAsked) process.exit(130)
      isAsked = true
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
  })
}

/** Resolves when the server answers that it is ready; false when it ended before that. */
export async function untilReady(address: string, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const isReady = await fetch(`${address}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

/** Resolves when a process without an address says that it works; false when it ended before that. */
export function untilSaysReady(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.on('message', (message) => message === 'ready' && resolve(true))
    child.once('exit', () => resolve(false))
  })
}
