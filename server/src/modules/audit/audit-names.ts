import type { AuditRow } from '@regie/contract/audit.ts'
import { type AuditKind, auditKindOfField, auditKinds, auditPartsOf } from '@regie/contract/audit-things.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

type Line = Pick<AuditRow, 'entity' | 'entityID' | 'customerID' | 'before' | 'after'>

const isKind = (text: string): text is AuditKind => auditKinds.some((kind) => kind === text)

/** What it was done to, as `kind:id`. */
const aboutOf = ({ entity, entityID }: Pick<Line, 'entity' | 'entityID'>): string[] =>
  auditPartsOf(entity, entityID).flatMap(({ kind, id }) => (kind === null ? [] : [`${kind}:${id}`]))

/** The numbers in a value, however deep: the provider that the options of a text name, the texts of an order. */
function namedWithin(values: unknown): string[] {
  if (Array.isArray(values)) return values.flatMap(namedWithin)
  if (typeof values !== 'object' || values === null) return []
  return Object.entries(values).flatMap(([field, value]: [string, unknown]) => {
    const kind = auditKindOfField(field)
    return kind === null ? namedWithin(value) : [value].flat().map((id) => `${kind}:${String(id)}`)
  })
}

/** All that a line names by number. */
function namedIn({ entity, entityID, customerID, before, after }: Line): string[] {
  const named = [
    ...aboutOf({ entity, entityID }),
    ...(customerID === null ? [] : [`customer:${customerID}`]),
    ...namedWithin(before),
    ...namedWithin(after),
  ]
  return [...new Set(named)].filter((name) => /:[1-9]\d{0,14}$/.test(name))
}

/** What belongs to a case is called by its number. */
const ofCase = (table: string) =>
  `select x.id, c.case_number as name from ${table} x
    join cases c on c.customer_id = x.customer_id and c.id = x.case_id`

// Of what is gone, and of other customers, there is no name: the log itself keeps what they were called when they changed.
const select: Record<AuditKind, string> = {
  user: 'select id, username as name from users',
  contact: `select id, concat_ws(' ', nullif(first_name, ''), nullif(middle_name, ''), nullif(last_name, '')) as name
    from contacts`,
  contactList: 'select id, name from contact_lists',
  customer: 'select id, name from customers',
  batch: 'select id, name from batches',
  script: 'select id, name from scripts',
  scriptVersion: `select v.id, v.no || ' (' || s.name || ')' as name from script_versions v
    join scripts s on s.customer_id = v.customer_id and s.id = v.script_id`,
  guide: 'select id, name from guides',
  guideVersion: `select v.id, v.no || ' (' || g.name || ')' as name from guide_versions v
    join guides g on g.customer_id = v.customer_id and g.id = v.guide_id`,
  case: 'select id, case_number as name from cases',
  group: 'select id, name from right_groups',
  template: `select id, coalesce(nullif(name, ''), key) as name from templates`,
  templateRevision: `select r.id, r.no || ' (' || coalesce(nullif(t.name, ''), t.key) || ')' as name
    from template_revisions r
    join templates t on t.customer_id = r.customer_id and t.id = r.template_id`,
  rightObject: 'select id, code::text as name from right_objects',
  rightType: 'select id, name_nl as name from right_types',
  provider: 'select id, name from providers',
  timeWindow: `select id, to_char(starts, 'HH24:MI') || '–' || to_char(ends, 'HH24:MI') as name from time_windows`,
  import: 'select i.id, f.name from imports i join files f on f.customer_id = i.customer_id and f.id = i.file_id',
  file: 'select id, name from files',
  savedView: 'select id, name from saved_views',
  team: 'select id, name from teams',
  queue: 'select id, name from queues',
  // A talk of two is called by its people; the one of all has a word of its own on each screen, and no name here.
  chatChannel: `select c.id, case when c.kind <> 'direct' then c.name else (
      select string_agg(coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.middle_name, ''),
        nullif(u.last_name, '')), ''), u.username), ', ' order by u.id)
      from chat_members m join staff u on u.id = m.user_id
      where m.customer_id = c.customer_id and m.channel_id = c.id) end as name
    from chat_channels c`,
  conversation: ofCase('conversations'),
  note: ofCase('case_notes'),
  callback: ofCase('callbacks'),
  promise: ofCase('payment_promises'),
  complaint: ofCase('complaints'),
  payment: ofCase('payments'),
  interruption: ofCase('interruptions'),
}

/** The names of all that a page of lines is about, asked in one go. */
export async function findAuditNames(db: Db, lines: readonly Line[]): Promise<Map<string, string>> {
  const wanted = new Map<AuditKind, number[]>()
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

/** What a line was done to, by name, each as `wordOf` says it. */
export const calledOf = (line: Pick<AuditRow, 'entity' | 'entityID' | 'names'>, wordOf: (kind: string, name: string) => string) =>
  aboutOf(line)
    .flatMap((key) => {
      const name = line.names[key]
      return name === undefined ? [] : [wordOf(key.split(':')[0] ?? '', name)]
    })
    .join(' · ')
