import { mergeField } from '@regie/contract/template-blocks.ts'
import type { TemplateOptions } from '@regie/contract/templates.ts'
import { sql } from 'kysely'
import type { Locale } from '@regie/contract/locale.ts'
import type { Db } from '../../platform/db/database.ts'
import { subjectOf, type WrittenRow, writtenColumns, writtenTables } from '../communications/payment-link/written-case.ts'
import { caseValues } from '../templates/case-values.ts'
import { findKnownFields } from './known-fields.ts'

/** How many cases are looked at. */
const sampleMax = 200
/** How many fields of a text are looked at, and how many that lack are shown: a text may name thousands. */
const fieldsMax = 200
const shownMax = 50

type Sample = { looked: number; complete: number; lacking: { field: string; count: number }[] }
type Row = WrittenRow & { caseId: number; variables: Record<string, string> }
type About = { customerId: number; scriptIds: readonly number[]; options: TemplateOptions; locale: Locale }

/** Of how many real cases a text would lack something, field by field: the newest open ones of the scripts that send it, else of the customer. Numbers alone, no value. */
export async function sampleCases(db: Db, text: string, { customerId, scriptIds, options, locale }: About): Promise<Sample> {
  const { rows } = await sql<Row>`
    select c.id as "caseId", ${writtenColumns}, (
        select coalesce(json_object_agg(v.key, v.value), '{}')
        from script_variables v
        where v.customer_id = s.customer_id and v.script_id = s.id) as variables
    from ${writtenTables}
    where c.customer_id = ${customerId} and not b.is_demo and b.status <> 'closed'
      and (${scriptIds.length === 0} or s.id = any(${scriptIds}::bigint[]))
    order by c.id desc
    limit ${sampleMax}`.execute(db)
  // A link is made when the text is sent.
  const asked = [...new Set([...text.matchAll(mergeField)].map(([, name]) => name ?? ''))].filter((name) => name !== 'betaallink')
  const known = new Set((await findKnownFields(db, customerId)).map(({ key }) => key))
  const looked = asked.filter((name) => known.has(name)).slice(0, fieldsMax)
  // What nobody knows every case lacks: it is not looked for in each.
  const unknown = asked.filter((name) => !known.has(name)).slice(0, shownMax)
  const counts = new Map(rows.length === 0 ? [] : unknown.map((name) => [name, rows.length]))
  let complete = 0
  for (const { caseId, variables, ...row } of rows) {
    const one = subjectOf({ customerId, caseId }, row)
    const values: Record<string, string> = { ...variables, ...caseValues({ ...one, locale }, undefined, options) }
    const lacking = looked.filter((name) => !Object.hasOwn(values, name) || values[name] === '')
    for (const name of lacking) counts.set(name, (counts.get(name) ?? 0) + 1)
    if (lacking.length === 0 && unknown.length === 0) complete += 1
  }
  const lacking = [...counts]
    .map(([field, count]) => ({ field, count }))
    .toSorted((a, b) => b.count - a.count || (a.field < b.field ? -1 : 1))
    .slice(0, shownMax)
  return { looked: rows.length, complete, lacking }
}
