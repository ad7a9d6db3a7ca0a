import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AuditEntry } from '../../platform/http/audit-entry.ts'
import type { Services } from '../../services.ts'
import { openAuditRecorder } from './record-entries.ts'

// The clock stands still until a test moves it: only what the recorder itself waits for is measured.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const look: AuditEntry = {
  actor: { userId: 1, username: 'anna', via: 'session', address: null, requestId: null, action: 'cases.get' },
  isRead: true,
  entity: 'case',
  entityId: '7',
  customerId: 1,
  customerIds: [1],
  about: null,
}

/** A recorder over a database whose commits last until the test ends them. */
function openOverSlowDisk() {
  const commits: { lines: number; end: () => void }[] = []
  // However a statement takes its lines, each says what was done once.
  const query = ({ values }: { values: unknown[] }) =>
    new Promise<void>((resolve) => commits.push({ lines: JSON.stringify(values).split(look.actor.action).length - 1, end: resolve }))
  const client = { query, on: () => undefined, release: () => undefined }
  const pool = { connect: () => Promise.resolve(client) } as unknown as Services['pool']
  return { commits, recorder: openAuditRecorder({ pool }) }
}

async function settle() {
  for (let turn = 0; turn < 5; turn++) await nextTurn()
}

async function afterOneCommitOf(ms: number) {
  const lab = openOverSlowDisk()
  const first = lab.recorder.record(look)
  await settle()
  vi.advanceTimersByTime(ms)
  lab.commits[0]?.end()
  await first
  return lab
}

test('callers who ask again when a commit has ended share the next one', async () => {
  const { commits, recorder } = await afterOneCommitOf(6)
  const together = [recorder.record(look)]
  await settle()
  vi.advanceTimersByTime(4)
  together.push(recorder.record(look))
  await settle()
  expect(commits.map(({ lines }) => lines)).toEqual([1])
  vi.advanceTimersByTime(2)
  await settle()
  expect(commits.map(({ lines }) => lines)).toEqual([1, 2])
  commits[1]?.end()
  await Promise.all(together)
})

test('who comes after a quiet moment waits for nobody', async () => {
  const { commits, recorder } = await afterOneCommitOf(6)
  vi.advanceTimersByTime(6)
  void recorder.record(look)
  await settle()
  expect(commits.map(({ lines }) => lines)).toEqual([1, 1])
})

test('a commit of many seconds makes nobody wait as long again', async () => {
  const { commits, recorder } = await afterOneCommitOf(5_000)
  void recorder.record(look)
  await settle()
  expect(commits).toHaveLength(1)
  vi.advanceTimersByTime(10)
  await settle()
  expect(commits).toHaveLength(2)
})

test('a read that has just begun goes along when it ends in time, and is not waited for when it does not', async () => {
  const { commits, recorder } = await afterOneCommitOf(6)
  vi.advanceTimersByTime(6)
  const endShort = recorder.expect()
  void recorder.record(look)
  await settle()
  expect(commits).toHaveLength(1)
  void recorder.record(look)
  endShort()
  await settle()
  expect(commits.map(({ lines }) => lines)).toEqual([1, 2])
  vi.advanceTimersByTime(6)
  commits[1]?.end()
  await settle()
  vi.advanceTimersByTime(6)
  recorder.expect()
  void recorder.record(look)
  await settle()
  expect(commits).toHaveLength(2)
  vi.advanceTimersByTime(6)
  await settle()
  expect(commits).toHaveLength(3)
})
