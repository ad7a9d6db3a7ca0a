import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Product, removeData, startProduct } from '../start-product.ts'
import { expectThat, type Finding } from './fault-lab.ts'

const repairedMsMax = 10_000
type Part = 'api' | 'engine' | 'postgres'

/** R24: under `npm start` each process is killed, in turn and together, and is repaired without a hand; a taken port is refused in words. The same with one role alone. */
export async function processesKilled({ rounds }: { rounds: number }): Promise<Finding[]> {
  let product = await startProduct({ env: { LOG_LEVEL: 'info' } })
  const { dataDir, port } = product
  try {
    const findings: Finding[] = []
    const inTurn: Part[][] = [['api'], ['engine'], ['postgres'], ['api', 'engine', 'postgres']]
    for (let round = 0; round < rounds; round++) {
      for (const parts of inTurn) findings.push(await killAndWait(product, parts))
    }
    const second = await startProduct({ env: { PORT: String(port) } }).then(
      async (other) => {
        await other.stop()
        return 'it started'
      },
      (error: unknown) => String(error),
    )
    findings.push(
      expectThat(
        /ended with 1/.test(second) && /is taken by another program/.test(second),
        'a second start on the same port is refused in words',
      ),
    )
    const before = childrenOf(product.pid)
    process.kill(product.pid, 'SIGKILL')
    product = await startProduct({ dataDir, env: { PORT: String(port), LOG_LEVEL: 'info' } })
    // An orderly stop of the killed one's servers may take longer than the next start.
    const lives = () => [...before.values()].filter(isRunning)
    const isGone = (pids: number[]) => pids.length === 0 || (pids.length === 1 && pids[0] === before.get('postgres'))
    const deadline = performance.now() + repairedMsMax
    while (!isGone(lives()) && performance.now() < deadline) await sleep(50)
    findings.push(
      expectThat(
        product.readyMs < 30_000,
        `after the supervisor itself was killed the next start is ready in ${Math.round(product.readyMs)} ms`,
      ),
      expectThat(isGone(lives()), 'no server of the killed one lives on'),
    )
    const code = await product.stop()
    findings.push(expectThat(code === 0 && childrenOf(product.pid).size === 0, `Ctrl-C ends everything, with code ${code}`))
    return [...findings, ...(await Promise.all((['api', 'engine'] as const).map(roleKilled)))]
  } finally {
    await product.stop()
    removeData(dataDir)
  }
}

/** A start of one role alone keeps its server alike. */
async function roleKilled(role: 'api' | 'engine'): Promise<Finding> {
  const product = await startProduct({ env: { ROLE: role, LOG_LEVEL: 'info' } })
  try {
    const finding = await killAndWait(product, [role], [role, 'postgres'])
    const others = [...childrenOf(product.pid).keys()].filter((part) => part !== role && part !== 'postgres')
    return { ok: finding.ok && others.length === 0, text: `ROLE=${role}: ${finding.text}, other servers: ${others.length}` }
  } finally {
    await product.stop()
    removeData(product.dataDir)
  }
}

async function killAndWait(product: Product, parts: Part[], all: Part[] = ['api', 'engine', 'postgres']): Promise<Finding> {
  const before = await allChildrenOf(product.pid, all.length)
  const outputBefore = product.output().length
  for (const part of parts) process.kill(pidOf(before, part), 'SIGKILL')
  const began = performance.now()
  const isRepaired = async () => {
    const now = childrenOf(product.pid)
    const output = product.output().slice(outputBefore)
    if (parts.some((part) => !now.has(part) || now.get(part) === before.get(part))) return false
    if (parts.includes('engine') && !output.includes('"engine started"')) return false
    if (!all.includes('api')) return true
    return fetch(`${product.url}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
  }
  while (!(await isRepaired()) && performance.now() - began < 30_000) await sleep(50)
  const tookMs = performance.now() - began
  const lines = product
    .output()
    .slice(outputBefore)
    .split('\n')
    .filter((line) => line.includes('it is started again'))
  return expectThat(
    tookMs <= repairedMsMax && lines.length >= parts.length,
    `${parts.join(', ')} killed: repaired after ${Math.round(tookMs)} ms (limit ${repairedMsMax}), said in ${lines.length} lines`,
  )
}

/** Waits until each part runs: after a kill of one part the others may still be starting again. */
async function allChildrenOf(supervisorPid: number, count: number): Promise<Map<Part, number>> {
  const deadline = performance.now() + 30_000
  let children = childrenOf(supervisorPid)
  while (children.size < count && performance.now() < deadline) {
    await sleep(50)
    children = childrenOf(supervisorPid)
  }
  return children
}

// Signal to process 0 would end this program itself.
function pidOf(children: Map<Part, number>, part: Part): number {
  const pid = children.get(part)
  if (!pid) throw new Error(`${part} does not run`)
  return pid
}

/** The processes of a supervisor, by what they are. The database server is one of them however often it was started again. */
function childrenOf(supervisorPid: number): Map<Part, number> {
  const found = new Map<Part, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const pid = Number(name)
    const stat = readText(`/proc/${name}/stat`)
    if (Number(/\) \w (\d+)/.exec(stat)?.[1]) !== supervisorPid || / Z /.test(stat)) continue
    const command = readText(`/proc/${name}/cmdline`)
    if (command.includes('run-api.ts')) found.set('api', pid)
    else if (command.includes('run-engine.ts')) found.set('engine', pid)
    else if (command.includes('pgdata')) found.set('postgres', pid)
  }
  return found
}

function isRunning(pid: number): boolean {
  const stat = readText(`/proc/${pid}/stat`)
  return stat !== '' && !/\) Z /.test(stat)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
