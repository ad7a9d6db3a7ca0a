import type { Db, Transaction } from '../../platform/db/database.ts'
import { currentActor } from '../../platform/db/scope.ts'
import { printable } from '../../platform/http/printable.ts'
import { type AuditLine, auditRowOf, insertAuditLine } from './audit-changes.ts'

type NewAuditEntry = {
  /** `noun.verb`; without it the endpoint that is being called. */
  action?: string
  entity?: string
  entityId?: number | string
  customerId?: number | null
  /** Who it was, where the request alone does not tell: at signing in. */
  userId?: number | null
  username?: string | null
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/**
 * Writes an entry about an action that changes no row, such as signing in or failing to. Who and from where come from the request under way.
 * Pass a transaction when the line must stand or fall with it, and `db` when it must stay whatever happens: a refusal rolls the change back.
 */
export async function recordAudit(db: Db | Transaction, entry: NewAuditEntry): Promise<void> {
  await insertAuditLine(db, lineOf(entry))
}

/** The line as a row, for a statement that writes more than it. */
export const auditRow = (entry: NewAuditEntry) => auditRowOf(lineOf(entry))

function lineOf(entry: NewAuditEntry): AuditLine {
  const actor = currentActor() ?? { userId: null, username: null, via: 'system' as const, address: null, requestId: null, action: 'system' }
  const username = entry.username === undefined ? actor.username : entry.username
  return {
    actor: {
      ...actor,
      userId: entry.userId === undefined ? actor.userId : entry.userId,
      username: username === null ? null : printable(username).slice(0, 200),
      action: entry.action ?? actor.action,
    },
    customerId: entry.customerId ?? null,
    entity: entry.entity ?? null,
    entityId: entry.entityId === undefined ? null : String(entry.entityId),
    before: entry.before ?? null,
    after: entry.after ?? null,
  }
}
