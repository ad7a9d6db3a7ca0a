import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyPreparedData } from './copy-prepared-data.ts'
import { freePort } from './free-port.ts'

const projectDir = path.resolve(import.meta.dirname, '..')
const readyWithinMs = 120_000

export type Product = {
  url: string
  port: number
  pid: number
  password: string
  dataDir: string
  readyMs: number
  output(): string
  stop(): Promise<number | null>
}

/**
 * Starts the product as a newcomer does, with a data folder and a port of its own, and waits until it serves. In the stories the folder is a copy of one
 * on which the first start has happened (prepared-data.ts); who needs that start gives an empty folder.
 */
export async function startProduct({
  env = {},
  dataDir = copyPreparedData(env.DEMO_PAST),
}: {
  env?: Record<string, string>
  dataDir?: string
} = {}): Promise<Product> {
  const port = Number(env.PORT ?? (await freePort()))
  const password = 'Demo-wachtwoord-2027!'
  const url = `http://127.0.0.1:${port}`
  let output = ''
  const began = performance.now()
  const child = spawn(process.execPath, [path.join(projectDir, 'scripts/start.ts')], {
    cwd: tmpdir(),
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_PASSWORD: password,
      LOG_LEVEL: 'warn',
      DEMO_PAST: '0',
      DEMO_SPEED: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const keep = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  // An engine alone answers no requests.
  await untilReady(env.ROLE === 'engine' ? null : url, child, () => output)
  return {
    url,
    port,
    pid: child.pid ?? 0,
    password,
    dataDir,
    readyMs: performance.now() - began,
    output: () => output,
    stop: () => stop(child),
  }
}

/** Removes what a product left. */
export function removeData(dataDir: string) {
  rmSync(dataDir, { recursive: true, force: true })
}

async function untilReady(url: string | null, child: ChildProcess, output: () => string) {
  const until = performance.now() + readyWithinMs
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}:\n${output()}`)
    const ready =
      url === null ||
      (await fetch(`${url}/api/ready`).then(
        (answer) => answer.ok,
        () => false,
      ))
    // Another product may answer on this port.
    if (ready && output().includes('Regie is ready')) return
    await sleep(100)
  }
  child.kill('SIGTERM')
  throw new Error(`the product was not ready within ${readyWithinMs} ms:\n${output()}`)
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  return ended
}
