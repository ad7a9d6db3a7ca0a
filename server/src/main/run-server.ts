// What `npm start` runs: this role's processes. In role all an api and an engine, each in a process of its own, so that the work of one never makes the other wait.
import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { readConfig } from '../platform/config.ts'
import { nodeEnv, nodeFlags } from './node-flags.ts'

const files = { api: 'run-api.ts', engine: 'run-engine.ts' } as const
type Part = keyof typeof files

const { role } = readConfig(process.env, process.argv)
const parts: Part[] = role === 'all' ? ['api', 'engine'] : [role]
const children = parts.map(start)
let isStopping = false

function start(part: Part): ChildProcess {
  const child = fork(path.join(import.meta.dirname, files[part]), [`--role=${part}`], {
    execArgv: [...nodeFlags[part]],
    env: { ...nodeEnv, ...process.env },
  })
  child.once('exit', (code) => {
    // A part that ends by itself takes the others along: half a product looks healthy and is not.
    if (!isStopping) void stop(code === 0 ? 1 : (code ?? 1))
  })
  return child
}

async function stop(code: number) {
  if (isStopping) process.exit(1)
  isStopping = true
  await Promise.all(children.map(end))
  process.exit(code)
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

process.on('SIGTERM', () => void stop(0))
process.on('SIGINT', () => void stop(0))
if (process.channel) process.on('disconnect', () => void stop(0))
