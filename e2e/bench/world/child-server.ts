import { spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../../server/src/platform/db/server-process.ts'

const projectDir = path.resolve(import.meta.dirname, '../../..')

export type ChildServer = { pid: number; url: string; port: number; readyMs: number; stop(): Promise<void> }
type Options = { env: Record<string, string>; readyPath?: string | null; nodeArgs?: readonly string[]; args?: readonly string[] }

/** Starts one of our programs with a port of its own and waits until it answers. With `readyPath: null` it is ready when it runs. */
export async function startChild(
  script: string,
  { env, readyPath = '/api/ready', nodeArgs = [], args = [] }: Options,
): Promise<ChildServer> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  let output = ''
  const child = spawn(process.execPath, [...nodeArgs, path.join(projectDir, script), ...args], {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const keep = (chunk: Buffer) => {
    if (process.env['BENCH_ECHO']) process.stderr.write(chunk)
    output = (output + chunk.toString()).slice(-5_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    const mercy = setTimeout(() => child.kill('SIGKILL'), 15_000)
    await ended
    clearTimeout(mercy)
  }
  while (readyPath !== null && !(await answers(`${url}${readyPath}`))) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}:\n${output}`)
    if (performance.now() - began > 60_000) {
      await stop()
      throw new Error(`${script} was not ready within 60 s:\n${output}`)
    }
    await sleep(10)
  }
  return { pid: child.pid ?? 0, url, port, readyMs: performance.now() - began, stop }
}

const answers = (url: string) =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  )
