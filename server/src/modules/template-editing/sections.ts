import type { TemplateKind } from '@regie/contract/templates.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { type Section, sectionsNamed } from './composing/compose-texts.ts'
import { writtenOf } from './composing/written-text.ts'

export type KnownSection = Section & { name: string; liveNo: number }

type Row = { templateId: number; key: string; name: string; liveNo: number; written: unknown; texts: unknown }

/** The sections of a customer for this kind of text, each as it is live now, by key. */
export async function findSections(db: Db, customerId: number, kind: TemplateKind): Promise<Map<string, KnownSection>> {
  const { rows } = await sql<Row>`
    select t.id as "templateId", t.key, t.name, r.no as "liveNo", r.written, r.texts
    from templates t
    join template_revisions r on r.customer_id = t.customer_id and r.id = t.live_revision_id
    where t.customer_id = ${customerId} and t.kind = ${kind} and t.is_section and t.archived_at is null
    order by lower(t.name), t.id`.execute(db)
  return new Map(rows.map(({ written, texts, ...row }) => [row.key, { ...row, written: writtenOf({ kind, written, texts }) }] as const))
}

/** Throws when a section would come to use itself, however far around. */
export function mustNotCircle(key: string, named: readonly string[], sections: ReadonlyMap<string, Section>): void {
  const seen = new Set<string>()
  const walk = (names: readonly string[]) => {
    for (const name of names) {
      if (name === key) throw new AppError('template.cycle')
      if (seen.has(name)) continue
      seen.add(name)
      const section = sections.get(name)
      if (section) walk(sectionsNamed(section.written))
    }
  }
  walk(named)
}

/** The ids of all sections that a text carries, those of its sections too. */
export function sectionsCarried(named: readonly string[], sections: ReadonlyMap<string, Section>): number[] {
  const carried = new Map<string, number>()
  const walk = (names: readonly string[]) => {
    for (const name of names) {
      const section = sections.get(name)
      if (!section || carried.has(name)) continue
      carried.set(name, section.templateId)
      walk(sectionsNamed(section.written))
    }
  }
  walk(named)
  return [...carried.values()]
}

/** Who activates or archives a template of a customer waits for the others: what it uses and what uses it must not change meanwhile. */
export async function lockTemplatesOf(tx: Transaction, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockNumber}::int, ${customerId}::int)`.execute(tx)
}

// Any number of our own; the customer's id is the second key.
const lockNumber = 4_300_076
