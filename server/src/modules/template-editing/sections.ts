import type { TemplateKind } from '@regie/contract/templates.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { depthMax, type Section, sectionsNamed } from './composing/compose-texts.ts'
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

type Template = { key: string; section: boolean }
type Sections = ReadonlyMap<string, Section>

/** Throws when a section would come to use itself, however far around, or when sections would stand in one another too deep. */
export function mustNotCircle({ key, section: isSection }: Template, named: readonly string[], sections: Sections): void {
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
  const names = new Map([...sections].map(([name, { written }]) => [name, sectionsNamed(written).filter((used) => sections.has(used))]))
  const below = longest(
    named.filter((name) => sections.has(name)),
    (name) => names.get(name) ?? [],
  )
  const usersOf = (name: string) => [...names].flatMap(([user, used]) => (used.includes(name) ? [user] : []))
  // What uses the top of a chain has as many in one another as the chain is long.
  const chain = below + (isSection ? 1 + longest(usersOf(key), usersOf) : 0)
  if (chain > depthMax) throw new AppError('template.tooDeep')
}

/** How many names the longest way has that begins at one of these. */
function longest(begins: readonly string[], next: (name: string) => readonly string[]): number {
  const known = new Map<string, number>()
  const lengthFrom = (name: string): number => {
    const found = known.get(name)
    if (found !== undefined) return found
    known.set(name, 0)
    const length = 1 + Math.max(0, ...next(name).map(lengthFrom))
    known.set(name, length)
    return length
  }
  return Math.max(0, ...begins.map(lengthFrom))
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
