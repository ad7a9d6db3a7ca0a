import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reply } from './answer-parent.ts'

/** Why there is no answer. `fault`: the program threw; `gone`: it ended by itself, or could not be started or asked; `ended`: by us. */
export type ChildFailure = 'tooSlow' | 'tooMuchMemory' | 'fault' | 'gone' | 'ended'

export class ChildFailed extends Error {
  override name = 'ChildFailed'
  readonly why: ChildFailure

  constructor(why: ChildFailure, details = '') {
    super(`a child process gave no answer: ${why}${details && `\n${details}`}`)
    this.why = why
  }

  /** What it was given takes more time or memory than it may. */
  get isTooMuch(): boolean {
    return this.why === 'tooSlow' || this.why === 'tooMuchMemory'
  }
}

export type Child<Question, Answer> = {
  /** Takes its turn; rejects with ChildFailed. The deadline counts from the moment at which its turn has come. */
  ask(question: Question, deadlineMs: number): Promise<Answer>
  /** How many wait for their turn, the one being answered not counted. */
  waiting(): number
  /** Whoever still waits gets no answer. Asking again starts it anew. */
  end(): void
}
/** `heapMb`: more than this it may not keep. `idleMs`: so long nobody asked, and it ends by itself. */
export type ChildLimits = { heapMb: number; idleMs?: number }

type Turn<Question, Answer> = {
  question: Question
  deadlineMs: number
  resolve(answer: Answer): void
  reject(error: ChildFailed): void
}

const rootDir = path.resolve(import.meta.dirname, '../../../..')
const codeDirs = ['contract', 'server/src', 'server/test', 'node_modules'].map((dir) => `--allow-fs-read=${path.join(rootDir, dir)}/*`)
const packageFiles = ['package.json', 'server/package.json'].map((file) => `--allow-fs-read=${path.join(rootDir, file)}`)
// V8 ends a process that needs more than its heap in the first two ways, the system one that needs more than there is in the third.
const signalsOfMemory = new Set<NodeJS.Signals | null>(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL'])
const lettersKept = 2_000

// One that computes does not hear that its parent has ended.
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Work on what strangers made (files, mails, long texts), done by a program in a process of its own (docs/decisions/0063): it has a deadline and a limit
 * of memory, none of our environment, reads nothing but code and writes nothing. Whatever it is given to read, only that process ends.
 * It starts with the first question, answers one at a time, and after a failure the next question starts it anew.
 * @param program calls `answerParent`
 */
export function openChild<Question, Answer>(program: URL, { heapMb, idleMs }: ChildLimits): Child<Question, Answer> {
  const turns: Turn<Question, Answer>[] = []
  let current: Turn<Question, Answer> | null = null
  let child: ChildProcess | null = null
  let deadline: NodeJS.Timeout | undefined
  let idle: NodeJS.Timeout | undefined

  function begin(): ChildProcess {
    const begun = fork(fileURLToPath(program), {
      execArgv: [`--max-old-space-size=${heapMb}`, '--permission', ...codeDirs, ...packageFiles],
      // A library may look around where it is started; what it sees there it may read.
      cwd: path.dirname(fileURLToPath(program)),
      env: { NODE_ENV: 'production' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    running.add(begun)
    begun.once('exit', () => running.delete(begun))
    let lastWords = ''
    begun.stderr?.on('data', (part: Buffer) => {
      lastWords = (lastWords + part.toString()).slice(-lettersKept)
    })
    begun.on('message', (reply: Reply<Answer>) => {
      if (begun !== child) return
      if ('fault' in reply) settle((turn) => turn.reject(new ChildFailed('fault', reply.fault)))
      else settle((turn) => turn.resolve(reply.answer))
    })
    const over = (why: ChildFailure, details: string) => {
      if (begun === child) stop(why, details)
    }
    begun.on('error', (error) => over('gone', error.message))
    begun.on('exit', (code, signal) => over(signalsOfMemory.has(signal) ? 'tooMuchMemory' : 'gone', `${signal ?? code} ${lastWords}`))
    return begun
  }

  function settle(say: (turn: Turn<Question, Answer>) => void) {
    clearTimeout(deadline)
    const done = current
    current = null
    if (done) say(done)
    next()
  }

  function stop(why: ChildFailure, details?: string) {
    const stopped = child
    child = null
    stopped?.kill('SIGKILL')
    settle((turn) => turn.reject(new ChildFailed(why, details)))
  }

  function next() {
    if (current !== null) return
    current = turns.shift() ?? null
    clearTimeout(idle)
    if (current === null) return rest()
    try {
      child ??= begin()
      holdsUs(child, true)
      deadline = setTimeout(() => stop('tooSlow'), current.deadlineMs)
      child.send({ question: current.question })
    } catch (error) {
      // A machine without room for one process more, or a question that cannot be sent.
      stop('gone', String(error))
    }
  }

  function rest() {
    if (child === null) return
    holdsUs(child, false)
    if (idleMs === undefined) return
    idle = setTimeout(end, idleMs)
    idle.unref()
  }

  function end() {
    for (const turn of turns.splice(0)) turn.reject(new ChildFailed('ended'))
    stop('ended')
  }

  return {
    ask: (question, deadlineMs) =>
      new Promise<Answer>((resolve, reject) => {
        turns.push({ question, deadlineMs, resolve, reject })
        next()
      }),
    waiting: () => turns.length,
    end,
  }
}

/** Only while it answers does it keep this process from ending. */
function holdsUs(child: ChildProcess, doesHold: boolean) {
  for (const handle of [child, child.channel, child.stderr as Socket | null]) {
    if (doesHold) handle?.ref()
    else handle?.unref()
  }
}
