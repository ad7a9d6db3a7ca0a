import type { AuditRow } from '@regie/contract/audit.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

type Line = Pick<AuditRow, 'entity' | 'entityID' | 'customerID' | 'before' | 'after'>

const kinds = ['user', 'customer', 'batch', 'script', 'case', 'group', 'template', 'rightObject'] as const
type Kind = (typeof kinds)[number]
const isKind = (text: string): text is Kind => kinds.some((kind) => kind === text)

/** A field that holds an id says of what: `customer_id`, `userID`, `groupIDs`. A right is an object there. */
function kindOfField(field: string): Kind | null {
  const noun = /^(\w+?)(?:_id|IDs?)$/.exec(field)?.[1]
  if (noun === 'object') return 'rightObject'
  return noun !== undefined && isKind(noun) ? noun : null
}

/** Lines whose entity's id is made of two. */
const pairs: Partial<Record<string, readonly [Kind, Kind]>> = { groupMember: ['group', 'user'], groupRight: ['group', 'rightObject'] }
/** Lines about what a user has one of. */
const ofUser: readonly string[] = ['apiKey', 'factor', 'passwordLink', 'singleSignOnUser']

/** What it was done to, as `kind:id`. */
function aboutOf({ entity, entityID }: Pick<Line, 'entity' | 'entityID'>): string[] {
  if (entity === null || entityID === null) return []
  const [first, second] = entityID.split(':')
  const pair = pairs[entity]
  if (pair) return [`${pair[0]}:${first}`, `${pair[1]}:${second}`]
  if (ofUser.includes(entity)) return [`user:${first}`]
  return isKind(entity) ? [`${entity}:${first}`] : []
}

/** All that a line names by number. */
function namedIn({ entity, entityID, customerID, before, after }: Line): string[] {
  const inFields = [before, after].flatMap((values) =>
    Object.entries(values ?? {}).flatMap(([field, value]) => {
      const kind = kindOfField(field)
      return kind === null ? [] : [value].flat().map((id) => `${kind}:${String(id)}`)
    }),
  )
  const named = [...aboutOf({ entity, entityID }), ...(customerID === null ? [] : [`customer:${customerID}`]), ...inFields]
  return [...new Set(named)].filter((name) => /:[1-9]\d{0,14}$/.test(name))
}

// Of what is gone, and of other customers, there is no name: the log itself keeps what they were called when they changed.
const select: Record<Kind, string> = {
  user: 'select id, username as name from users',
  customer: 'select id, name from customers',
  batch: 'select id, name from batches',
  script: 'select id, name from scripts',
  case: 'select id, case_number as name from cases',
  group: 'select id, name from right_groups',
  template: 'select id, name from templates',
  rightObject: 'select id, code::text as name from right_objects',
}

/** The names of all that a page of lines is about, asked in one go. */
export async function findAuditNames(db: Db, lines: readonly Line[]): Promise<Map<string, string>> {
  const wanted = new Map<Kind, number[]>()
  for (const name of new Set(lines.flatMap(namedIn))) {
    const [kind = '', id] = name.split(':')
    if (isKind(kind)) wanted.set(kind, [...(wanted.get(kind) ?? []), Number(id)])
  }
  if (wanted.size === 0) return new Map()
  const questions = [...wanted].map(
    ([kind, ids]) => sql`
      select ${kind}::text || ':' || id as key, name from (${sql.raw(select[kind])}) s where id = any(${ids}::bigint[])`,
  )
  const { rows } = await sql<{ key: string; name: string }>`${sql.join(questions, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ key, name }) => [key, name]))
}

/** The names that belong to one line. */
export function namesOf(line: Line, names: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries(namedIn(line).flatMap((key) => (names.has(key) ? [[key, names.get(key) ?? '']] : [])))
}

/** What a line was done to, by name. */
export const calledOf = (line: Pick<AuditRow, 'entity' | 'entityID' | 'names'>) =>
  aboutOf(line)
    .flatMap((key) => line.names[key] ?? [])
    .join(' · ')
