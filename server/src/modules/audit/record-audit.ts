import type { Db, Transaction } from '../../platform/db/database.ts'
import { currentActor } from '../../platform/db/scope.ts'
import { printable } from '../../platform/http/printable.ts'
import { type AuditLine, auditRowOf, insertAuditLine } from './audit-changes.ts'

type Told = {
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
 * Writes a line about a deed that no changed row tells, such as signing in or failing to. Who and from where come from the request under way.
 * Pass a transaction when the line must stand or fall with it, and `db` when it must stay whatever happens: a refusal rolls the change back.
 */
export async function recordAudit(db: Db | Transaction, told: Told): Promise<void> {
  await insertAuditLine(db, lineOf(told))
}

/** The line as a row, for a statement that writes more than it. */
export const auditRow = (told: Told) => auditRowOf(lineOf(told))

function lineOf(told: Told): AuditLine {
  const actor = currentActor() ?? { userId: null, username: null, via: 'system' as const, address: null, requestId: null, action: 'system' }
  const username = told.username === undefined ? actor.username : told.username
  return {
    actor: {
      ...actor,
      userId: told.userId === undefined ? actor.userId : told.userId,
      username: username === null ? null : printable(username).slice(0, 200),
      action: told.action ?? actor.action,
    },
    customerId: told.customerId ?? null,
    entity: told.entity ?? null,
    entityId: told.entityId === undefined ? null : String(told.entityId),
    before: told.before ?? null,
    after: told.after ?? null,
  }
}
