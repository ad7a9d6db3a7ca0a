import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { isOfStrangers, PluginReport, type PluginOrder } from './plugin-protocol.ts'

const pluginDir = path.resolve(import.meta.dirname, '../../../../../plugins/whatsapp-web')
/** Measured: 112 MB when it has started, 133 when it is connected. */
const limits = { heapMb: 128, megabytes: 320, silentMs: 30_000, stopMs: 3_000, lineBytes: 4 * 1024 * 1024 }
// A pairing says some thousand lines, and a number that was away for a weekend a few for each message.
const pace = { lines: 20_000, inMs: 10_000 }

/** For tests: an endpoint on this machine and who vouches for it, or another program. */
export type PluginOptions = {
  program?: string
  url?: string
  firstQrMs?: number
  nodeFlags?: readonly string[]
  env?: NodeJS.ProcessEnv
  silentMs?: number
  onStart?(pid: number): void
}
export type PluginProcess = { say(order: PluginOrder): void; stop(): Promise<void>; end(why: string): void }
type Listener = { onReport(report: Exclude<PluginReport, { is: 'alive' }>): void; onEnd(why: string): void }

const newline = 10

/** Somebody who runs this server has installed the program. */
export const isPluginInstalled = () => existsSync(path.join(pluginDir, 'node_modules/baileys/package.json'))

/**
 * Starts the program that pairs (docs/decisions/0031): a process of its own without our environment, which may read its own folder and write none, with a
 * limit of memory. One that says nothing for half a minute, grows too large, or says too much or what it should not, is ended.
 */
export function startPlugin(
  { program = path.join(pluginDir, 'plug-in.ts'), nodeFlags = [], env = {}, silentMs = limits.silentMs, onStart }: PluginOptions,
  { onReport, onEnd }: Listener,
): PluginProcess {
  const flags = [`--max-old-space-size=${limits.heapMb}`, '--permission', `--allow-fs-read=${pluginDir}/*`, ...nodeFlags]
  const child = spawn(process.execPath, [...flags, program], {
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: pluginDir,
    env: { NODE_ENV: 'production', ...env },
  })
  if (child.pid !== undefined) onStart?.(child.pid)
  let isOver = false
  let why = ''
  let silence: NodeJS.Timeout | undefined

  const kill = (reason: string) => {
    why ||= reason
    child.kill('SIGKILL')
  }
  const hear = () => {
    clearTimeout(silence)
    silence = setTimeout(() => kill('it says nothing any more'), silentMs)
  }
  const over = (code: string) => {
    if (isOver) return
    isOver = true
    clearTimeout(silence)
    onEnd(why || code)
  }
  hear()
  child.on('error', (error) => over(error.message))
  child.on('close', (code, signal) => over(`it ended with ${signal ?? code}`))
  // It may have ended before it read everything.
  child.stdin.on('error', () => undefined)
  let lineBytes = 0
  child.stdout.on('data', (part: Buffer) => {
    lineBytes = part.includes(newline) ? part.length - part.lastIndexOf(newline) : lineBytes + part.length
    if (lineBytes > limits.lineBytes) kill('it does not come to an end')
  })
  let [said, since] = [0, performance.now()]
  const isFlood = () => {
    if (performance.now() - since > pace.inMs) [said, since] = [0, performance.now()]
    return ++said > pace.lines
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    // What it said before its end reached it is not heard any more.
    if (why !== '') return
    if (isFlood()) return kill('it says too much at once')
    const given = parse(line)
    const read = PluginReport.safeParse(given)
    if (!read.success && !isOfStrangers(given)) return kill('it says what nobody understands')
    hear()
    if (!read.success) return
    const { data: report } = read
    if (report.is !== 'alive') onReport(report)
    else if (report.megabytes > limits.megabytes) kill('it takes too much memory')
  })
  return {
    say: (order) => void child.stdin.write(`${JSON.stringify(order)}\n`),
    end: kill,
    async stop() {
      if (isOver) return
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.stdin.end()
      const timer = setTimeout(() => kill('it was stopped'), limits.stopMs)
      await ended
      clearTimeout(timer)
    },
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
