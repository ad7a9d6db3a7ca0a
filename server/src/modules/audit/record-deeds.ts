import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway, isWorthRetrying } from '../../platform/db/database-trouble.ts'
import { withAllCustomers } from '../../platform/db/scope.ts'
import type { Deed, RecordDeed } from '../../platform/http/deed.ts'
import type { Services } from '../../services.ts'
import { type DeedLine, insertDeedLines } from './audit-changes.ts'

// A statement of a thousand lines takes 30 ms; others wait for it.
const groupMax = 500

type Waiting = { line: DeedLine; resolve(): void; reject(error: unknown): void }

/**
 * Writes down what requests did, before their answers leave. Whatever comes while one commit is under way goes into the next, so that a busy
 * server pays one commit for many reads. What cannot be written down is not answered.
 */
export function openDeedRecorder({ pool }: Pick<Services, 'pool'>): RecordDeed {
  let waiting: Waiting[] = []
  let isBusy = false

  async function work() {
    isBusy = true
    while (waiting.length > 0) {
      const group = waiting.slice(0, groupMax)
      waiting = waiting.slice(groupMax)
      try {
        await insertSurely(group.map(({ line }) => line))
        for (const { resolve } of group) resolve()
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    isBusy = false
  }

  async function insertSurely(lines: DeedLine[]) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await withAllCustomers(() => insertDeedLines(pool, lines), { actor: null })
      } catch (error) {
        if (attempt >= 3 || !(isWorthRetrying(error) || isDatabaseAway(error))) throw error
        await sleep(attempt * 100)
      }
    }
  }

  return (deed) =>
    new Promise((resolve, reject) => {
      waiting.push({ line: lineOf(deed), resolve, reject })
      if (!isBusy) void work()
    })
}

function lineOf({ actor, isRead, entity, entityId, customerId, customerIds, about }: Deed): DeedLine {
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
