import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

// The kernel counts in hundredths of a second (USER_HZ is 100 on every Linux that runs Node).
const msPerTick = 10

/**
 * CPU time in ms that these processes and all their children have used so far, ended children included.
 * PostgreSQL has a process for each connection, so its figure is that of the whole tree. NaN where there is no /proc.
 */
export function cpuMsOf(pids: readonly number[]): number {
  if (process.platform !== 'linux') return Number.NaN
  return treesOf(pids).reduce((sum, pid) => sum + cpuMsOfOne(pid, pids.includes(pid)), 0)
}

/** Resident memory of these processes alone, in MB: now, and the highest since they began. */
export function memoryMbOf(pids: readonly number[]): { now: number; peak: number } {
  const read = (pid: number, key: string) => {
    const line = readProc(`/proc/${pid}/status`)
      .split('\n')
      .find((text) => text.startsWith(key))
    return Number(line?.replace(/\D/g, '') ?? 0) / 1024
  }
  return {
    now: pids.reduce((sum, pid) => sum + read(pid, 'VmRSS'), 0),
    peak: pids.reduce((sum, pid) => sum + read(pid, 'VmHWM'), 0),
  }
}

/** Highest resident memory, in MB, of what these processes started while `work` went on; looked at every 20 ms. */
export async function childrensMemoryMb(pids: readonly number[], work: Promise<unknown>): Promise<number> {
  let isOver = false
  const over = () => void (isOver = true)
  work.then(over, over)
  let highest = 0
  for (; !isOver; await sleep(20)) {
    const children = treesOf(pids).filter((pid) => !pids.includes(pid))
    highest = Math.max(highest, memoryMbOf(children).now)
  }
  return highest
}

function cpuMsOfOne(pid: number, withEndedChildren: boolean): number {
  const stat = readProc(`/proc/${pid}/stat`)
  if (stat === '') return 0
  // The name in brackets may hold spaces; the numbers begin behind it. utime is field 14, then stime, cutime, cstime.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
  const ticks = (fields[0] ?? 0) + (fields[1] ?? 0) + (withEndedChildren ? (fields[2] ?? 0) + (fields[3] ?? 0) : 0)
  return ticks * msPerTick
}

function treesOf(roots: readonly number[]): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = readProc(`/proc/${name}/stat`)
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const found = new Set(roots)
  for (let grown = true; grown; ) {
    grown = false
    for (const [pid, parent] of parents) {
      if (found.has(parent) && !found.has(pid)) {
        found.add(pid)
        grown = true
      }
    }
  }
  return [...found]
}

function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process ended between our look and this one.
    return ''
  }
}
