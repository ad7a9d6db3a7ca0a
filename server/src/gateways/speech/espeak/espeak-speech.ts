import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import type { VoiceName } from '@regie/contract/voices.ts'
import { GatewayBusy, GatewayUnavailable } from '../../gateway-errors.ts'
import type { SpeechGateway } from '../speech-gateway.ts'

/** Its voices with a variant that gives each of ours a sound of its own. */
const voices: Record<VoiceName, string> = {
  ...{ Fleur: 'nl+f2', Bram: 'nl+m3', Emma: 'en-gb+f2', Oliver: 'en-gb+m3', Chloé: 'fr-fr+f2', Louis: 'fr-fr+m3' },
}
const wordsPerMinute = 150
const timeoutMs = 10_000
// Four minutes of sound.
const bytesMax = 11 * 1024 * 1024
const atOnce = 2
const waitingMax = 20
// Somebody may install it while we run.
const lookAgainMs = 30_000

type Options = { program?: string }

/**
 * espeak-ng, a program of its own (its licence asks for that, docs/decisions/0027): it gets its words by its input, never by its command, gives way
 * to everything else, and is ended when it takes too long. Two at once in a process.
 */
export function openEspeak({ program = 'espeak-ng' }: Options = {}): SpeechGateway {
  const turn = openTurns()
  let known: { version: string | null; at: number } | null = null

  async function findVersion(): Promise<string | null> {
    if (known && (known.version !== null || Date.now() - known.at < lookAgainMs)) return known.version
    const answer = await run(program, ['--version'], '').catch(() => null)
    const version = answer === null ? null : (/\d{1,4}\.\d{1,4}(?:\.\d{1,4})?/.exec(answer.toString('utf8'))?.[0] ?? '')
    known = { version, at: Date.now() }
    return version
  }
  return {
    name: 'espeak-ng',
    state: findVersion,
    speak: ({ text, voice, speed }) => {
      const pace = String(Math.round(wordsPerMinute * speed))
      return turn(() => run(program, ['-v', voices[voice], '-s', pace, '--stdin', '--stdout'], plainWords(text)))
    },
  }
}

/** Nothing that the program takes for a command: control characters change its voice, double brackets are sounds of its own. */
function plainWords(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\[{2,}/g, '[')
    .replace(/\]{2,}/g, ']')
}

function run(program: string, args: readonly string[], input: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], timeout: timeoutMs, killSignal: 'SIGKILL' })
    const parts: Buffer[] = []
    let bytes = 0
    child.on('error', (cause) => reject(new GatewayUnavailable('The program that speaks is not there', { cause, fault: 'unreachable' })))
    if (child.pid !== undefined) giveWay(child.pid)
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > bytesMax) child.kill('SIGKILL')
      else parts.push(part)
    })
    child.on('close', (code) => {
      if (code === 0 && bytes > 0) resolve(Buffer.concat(parts))
      else reject(new GatewayUnavailable(`The program that speaks ended with ${code ?? 'a signal'}`, { fault: 'answer' }))
    })
    // It may have ended before it read everything; how it ended says the rest.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

const lowest = 19

function giveWay(pid: number): void {
  try {
    setPriority(pid, lowest)
  } catch {
    // It has ended already.
  }
}

/** So many at once; the others wait for their turn, in their order. */
function openTurns() {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) throw new GatewayBusy('Too many texts are spoken at once', 5_000)
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
