import { actionName, entityName } from './audit-words.ts'

export type AuditFilters = { user: string; action: string; entity: string; id: string; from: string; to: string; scope: string }
export const auditFilterNames = ['user', 'action', 'entity', 'id', 'from', 'to', 'scope'] as const

/** The request for the log as the filters in the address say; an empty filter is none. */
export function auditQuery(customerID: number | null, { user, action, entity, id, from, to, scope }: AuditFilters) {
  return {
    ...(customerID === null || scope === 'all' ? {} : { customerID }),
    ...(user.trim() === '' ? {} : { username: user.trim() }),
    ...(action === '' ? {} : { action }),
    ...(entity === '' ? {} : { entity }),
    ...(id.trim() === '' ? {} : { entityID: id.trim() }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  }
}

/** Has the log still a word for what this filter asks? */
export function knowsAuditFilter(name: string, value: string): boolean {
  if (name === 'action') return actionName(value) !== value
  return name !== 'entity' || entityName(value) !== value
}
