import { lookActions } from '@regie/contract/audit.ts'
import { fromAmsterdamInput } from '../../locales/amsterdam-time.ts'
import { dayOf } from '../../locales/format.ts'
import { daysAfter } from '../../locales/read-day.ts'
import { actionName, entityName } from './audit-words.ts'

export type AuditFilters = {
  user: string
  action: string
  entity: string
  id: string
  from: string
  to: string
  scope: string
  looks: string
}
export const auditFilterNames = ['user', 'action', 'entity', 'id', 'from', 'to', 'scope', 'looks'] as const

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

/** The same for the list and its file: without the looks, which are most of a log, unless they are asked for. */
export function listQuery(customerID: number | null, filters: AuditFilters) {
  const asksLooks = filters.looks === 'shown' || lookActions.includes(filters.action)
  return { ...auditQuery(customerID, filters), ...(!asksLooks && { looks: 'without' as const }) }
}

/** Has the log still a word for what this filter asks? */
export function knowsAuditFilter(name: string, value: string): boolean {
  if (name === 'action') return actionName(value) !== value
  return name !== 'entity' || entityName(value) !== value
}

/** The moments of the filters as days in the Netherlands, both of them within the period. */
export function daysOf({ from, to }: Pick<AuditFilters, 'from' | 'to'>): { from: string; until: string } {
  return { from: from === '' ? '' : dayOf(new Date(from)), until: to === '' ? '' : dayOf(new Date(Date.parse(to) - 1)) }
}

/** The period as the log is asked for it: from its first moment until the day after it begins. */
export function momentsOf({ from, until }: { from: string; until: string }): Pick<AuditFilters, 'from' | 'to'> {
  const begin = (day: string) => fromAmsterdamInput(`${day}T00:00`) ?? ''
  return { from: from === '' ? '' : begin(from), to: until === '' ? '' : begin(daysAfter(until, 1)) }
}
