import type { ScriptVariable } from '@regie/contract/variables.ts'
import { textsOfStep } from '@regie/contract/script-steps-check.ts'
import { ScriptSteps, stepName } from '@regie/contract/scripts.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { findFilters } from '../filters/filter-queries.ts'
import { findVariables } from '../scripts/variable-queries.ts'

type Place = { customerId: number; scriptId: number }
type Use = ScriptVariable['usedBy'][number]

/** The variables of a script by name, with what would miss each: a text that a step sends, a step that asks for it, or a filter. */
export async function listVariables(db: Db, place: Place): Promise<ScriptVariable[]> {
  const variables = await findVariables(db, place)
  const filters = await findFilters(db, place)
  const usesOf = await findUses(db, place)
  return variables.map((variable) => ({ ...variable, usedBy: [...usesOf(variable.key), ...usesOfFilters(filters, variable.key)] }))
}

const usesOfFilters = (filters: Awaited<ReturnType<typeof findFilters>>, key: string) =>
  filters
    .filter(({ rules }) => rules.some((rule) => 'variable' in rule && rule.variable === key))
    .map(({ filterID, name }): Use => ({ kind: 'filter', id: String(filterID), name }))

async function findUses(db: Db, { customerId, scriptId }: Place): Promise<(key: string) => Use[]> {
  const { rows: versions } = await sql<{ steps: unknown }>`
    select v.steps
    from scripts s
    join script_versions v on v.customer_id = s.customer_id and v.id = s.live_version_id
    where s.customer_id = ${customerId} and s.id = ${scriptId}
    union all select d.steps from script_drafts d where d.customer_id = ${customerId} and d.script_id = ${scriptId}`.execute(db)
  // A draft may be half a graph: what of it cannot be read uses nothing.
  const steps = versions.flatMap(({ steps: stored }) => ScriptSteps.safeParse(stored).data ?? [])
  const keys = [...new Set(steps.flatMap(textsOfStep))]
  const { rows: texts } = await sql<{ id: number; key: string; texts: string }>`
    select t.id, t.key, r.texts::text as texts from templates t
    join template_revisions r on r.customer_id = t.customer_id and r.id = t.live_revision_id
    where t.customer_id = ${customerId} and t.key = any(${keys}::text[]) order by t.key`.execute(db)
  return (variable) => {
    const place = new RegExp(`\\{\\{\\s*${variable}\\s*\\}\\}`, 'i')
    const templates = texts
      .filter((text) => place.test(text.texts))
      .map((text): Use => ({ kind: 'template', id: String(text.id), name: text.key }))
    // Live, draft and older versions ask by the same key; the newest name counts.
    const asking = new Map(
      steps.flatMap((step) =>
        step.kind === 'branch' && step.settings.question === 'variable' && step.settings.key === variable
          ? [[step.key, stepName(step)] as const]
          : [],
      ),
    )
    return [...templates, ...[...asking].map(([key, name]): Use => ({ kind: 'step', id: key, name }))]
  }
}
