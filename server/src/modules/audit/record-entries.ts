import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway, isWorthRetrying } from '../../platform/db/database-trouble.ts'
import { withAllCustomers } from '../../platform/db/scope.ts'
import type { AuditEntry, EntryRecorder } from '../../platform/http/audit-entry.ts'
import type { PoolClient } from 'pg'
import type { Services } from '../../services.ts'
import { type AuditEntryLine, insertAuditEntryLines } from './audit-changes.ts'

// A statement of a thousand lines takes 30 ms; others wait for it.
const groupMax = 500
// A read of a case takes 1 ms, a commit on a busy disk 2 ms.
const gatherMs = 2

type Waiting = { line: AuditEntryLine; resolve(): void; reject(error: unknown): void }

export type AuditRecorder = EntryRecorder & { close(): void }

/**
 * Writes down what requests did, before their answers leave. Whatever comes while one commit is under way goes into the next, and one waits for the
 * reads that began just before it, so that a busy server pays one commit for many reads. What cannot be written down is not answered.
 * It keeps a connection of its own: one that serves all customers needs no scope set at each turn.
 */
export function openAuditRecorder({ pool }: Pick<Services, 'pool'>): AuditRecorder {
  let waiting: Waiting[] = []
  let isBusy = false
  let timer: NodeJS.Timeout | undefined
  const expected = new Set<{ since: number }>()
  let client: PoolClient | undefined

  /** Without this a commit had 1.9 lines of four clients who read cases, with it 2.6. A pause without cause costs more: 4 ms made each read 4 ms longer. */
  function beginUnlessMoreComes() {
    if (isBusy || waiting.length === 0) return
    const now = performance.now()
    for (const { since } of expected) {
      if (now - since >= gatherMs) continue
      timer ??= setTimeout(() => void work(), gatherMs)
      return
    }
    void work()
  }

  async function work() {
    clearTimeout(timer)
    timer = undefined
    isBusy = true
    // What ends in this turn of the event loop goes along.
    await nextTurn()
    const group = waiting.slice(0, groupMax)
    waiting = waiting.slice(groupMax)
    try {
      await insertSurely(group.map(({ line }) => line))
      for (const { resolve } of group) resolve()
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
    isBusy = false
    beginUnlessMoreComes()
  }

  async function insertSurely(lines: AuditEntryLine[]) {
    for (let attempt = 1; ; attempt++) {
      try {
        client ??= await connect()
        return await insertAuditEntryLines(client, lines)
      } catch (error) {
        // A connection that broke is not used again; another comes at once.
        letGo()
        if (attempt >= 3 || !(isWorthRetrying(error) || isDatabaseAway(error))) throw error
        await sleep(attempt * 100)
      }
    }
  }

  async function connect() {
    const fresh = await withAllCustomers(() => pool.connect(), { userId: null, actor: null })
    // It may break while nothing is asked of it; without a listener the process would end.
    fresh.on('error', () => {
      if (client === fresh) letGo()
    })
    return fresh
  }

  function letGo() {
    client?.release(true)
    client = undefined
  }

  return {
    expect() {
      const read = { since: performance.now() }
      expected.add(read)
      return () => {
        expected.delete(read)
        beginUnlessMoreComes()
      }
    },
    record: (entry) =>
      new Promise((resolve, reject) => {
        waiting.push({ line: lineOf(entry), resolve, reject })
        beginUnlessMoreComes()
      }),
    close: letGo,
  }
}

function lineOf({ actor, isRead, entity, entityId, customerId, customerIds, about }: AuditEntry): AuditEntryLine {
  return {
    customer_id: customerId,
    customer_ids: customerId === null ? customerIds : [],
    user_id: actor.userId,
    username: actor.username,
    via: actor.via,
    address: actor.address,
    request_id: actor.requestId,
    action: actor.action,
    entity,
    entity_id: entityId,
    after: about,
    is_last_resort: !isRead,
  }
}
