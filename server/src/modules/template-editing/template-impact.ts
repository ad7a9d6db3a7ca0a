import type { TemplateImpact } from '@regie/contract/templates.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { TemplateRef } from './template-rows.ts'

type Uses = Pick<TemplateImpact, 'scripts' | 'parents'>

/** The scripts that send it, live, in a draft, or in a version on which cases still run; and the texts that carry it as a section, live or in a draft. */
export async function templateUses(db: Db, { customerId, templateId }: TemplateRef): Promise<Uses> {
  const { rows: scripts } = await sql<Uses['scripts'][number]>`
    select s.id as "scriptID", s.name
    from templates t
    join scripts s on s.customer_id = t.customer_id
    where t.customer_id = ${customerId} and t.id = ${templateId}
      and exists (
        select
        from (
          select v.steps
          from script_versions v
          where v.customer_id = s.customer_id and v.script_id = s.id and (v.id = s.live_version_id or exists (
            select
            from batches b
            join case_runs r on r.customer_id = b.customer_id and r.batch_id = b.id and r.state <> 'finished'
            where b.customer_id = s.customer_id and b.script_id = s.id and r.script_version_id = v.id))
          union all
          select d.steps
          from script_drafts d
          where d.customer_id = s.customer_id and d.script_id = s.id) drawn
        cross join jsonb_array_elements(drawn.steps) step
        where t.key in (step -> 'settings' ->> 'template', step -> 'settings' ->> 'voicemail',
            step -> 'settings' -> 'identity' ->> 'template')
          or exists (
            select
            from jsonb_array_elements(step -> 'settings' -> 'menu' -> 'keys') pressed
            where pressed ->> 'template' = t.key))
    order by lower(s.name), s.id`.execute(db)
  const { rows: parents } = await sql<Uses['parents'][number]>`
    select p.id as "templateID", p.name, exists (
        select from template_revisions d
        where d.customer_id = p.customer_id and d.template_id = p.id and d.activated_at is null) as "hasDraft"
    from templates t
    join templates p on p.customer_id = t.customer_id and p.id <> t.id and p.archived_at is null
    where t.customer_id = ${customerId} and t.id = ${templateId} and t.is_section
      and exists (
        select from template_revisions r
        where r.customer_id = p.customer_id and r.template_id = p.id
          and (r.id = p.live_revision_id or r.activated_at is null)
          and r.uses @> array[t.id])
    order by lower(p.name), p.id`.execute(db)
  return { scripts, parents }
}

/** What activating a template touches, those that carry it as a section counted in. */
export async function findImpact(db: Db, ref: TemplateRef): Promise<TemplateImpact> {
  const { customerId, templateId } = ref
  const own = await templateUses(db, ref)
  const carried = await Promise.all(own.parents.map(({ templateID }) => templateUses(db, { customerId, templateId: templateID })))
  const scripts = [...new Map([...own.scripts, ...carried.flatMap((one) => one.scripts)].map((one) => [one.scriptID, one])).values()]
  const ids = scripts.map(({ scriptID }) => scriptID)
  const templateIds = [templateId, ...own.parents.map(({ templateID }) => templateID)]
  const { rows: work } = await sql<{ batches: number; openCases: number }>`
    select count(*)::int as batches, coalesce(sum(c.open), 0)::int as "openCases"
    from batches b
    join batch_counters c on c.customer_id = b.customer_id and c.batch_id = b.id
    where b.customer_id = ${customerId} and b.script_id = any(${ids}::bigint[]) and b.status <> 'closed'
      and not b.is_demo`.execute(db)
  const { rows: waiting } = await sql<{ queued: number }>`
    select count(*)::int as queued
    from outbox o
    join communication_contents m on m.customer_id = o.customer_id and m.communication_id = o.communication_id
    join template_revisions r on r.customer_id = m.customer_id and r.id = m.template_revision_id
    where o.customer_id = ${customerId} and r.template_id = any(${templateIds}::bigint[])`.execute(db)
  return {
    scripts,
    parents: own.parents,
    batches: work[0]?.batches ?? 0,
    openCases: work[0]?.openCases ?? 0,
    queued: waiting[0]?.queued ?? 0,
  }
}
