import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { Actor } from '../../platform/db/scope.ts'

export type AuditLine = {
  actor: Actor
  customerId: number | null
  entity: string | null
  entityId: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Writes one line in the caller's transaction. */
export async function insertAuditLine(db: Db | Transaction, line: AuditLine): Promise<void> {
  await db.insertInto('audit').values(auditRowOf(line)).execute()
}

/** The columns of a line. */
export const auditRowOf = ({ actor, ...line }: AuditLine) => ({
  customer_id: line.customerId,
  user_id: actor.userId,
  username: actor.username,
  via: actor.via,
  address: actor.address,
  request_id: actor.requestId,
  action: actor.action,
  entity: line.entity,
  entity_id: line.entityId,
  before: line.before && JSON.stringify(line.before),
  after: line.after && JSON.stringify(line.after),
})

export type AuditEntryLine = {
  customer_id: number | null
  customer_ids: readonly number[]
  user_id: number | null
  username: string | null
  via: string
  address: string | null
  request_id: string | null
  action: string
  entity: string | null
  entity_id: string | null
  after: Record<string, unknown> | null
  /** Only when its request left no line of its own. */
  is_last_resort: boolean
}

const insertText = `
  insert into audit (customer_id, user_id, username, via, address, request_id, action, entity, entity_id, after)
  select coalesce(l.customer_id, audit_customer_of(l.entity, l.entity_id, l.customer_ids)), l.user_id, l.username,
    l.via, l.address, l.request_id, l.action, l.entity, l.entity_id, l.after
  from jsonb_to_recordset($1) as l(customer_id bigint, customer_ids bigint[], user_id bigint, username text, via text,
    address text, request_id uuid, action text,
    entity text, entity_id text, after jsonb, is_last_resort boolean)`

// Two hours: longer than any request, and one partition to look in, two around midnight of the month.
const insertUnlessThereText = `${insertText}
  where not l.is_last_resort or not exists (select 1 from audit a where a.request_id = l.request_id and a.at > now() - interval '2 hours'
    and a.action not in ('cases.get', 'cases.timeline', 'cases.communication'))`

const readColumns = [
  ...(['customer_id', 'user_id', 'username', 'via', 'address', 'request_id', 'action'] as const),
  ...(['entity', 'entity_id', 'after'] as const),
]
const plainReadsMax = 8

/** Few lines of which everything is known, as plain values: a third less work for PostgreSQL than taking JSON apart. */
const insertReadsText = (lines: number) => {
  const rowOf = (row: number) => `(${readColumns.map((_, at) => `$${row * readColumns.length + at + 1}`).join(', ')})`
  const rows = Array.from({ length: lines }, (_, row) => rowOf(row)).join(', ')
  return `insert into audit (${readColumns.join(', ')}) values ${rows}`
}
const insertReadsTexts = Array.from({ length: plainReadsMax + 1 }, (_, lines) => insertReadsText(lines))

/** Writes the lines of several requests in one statement. */
export async function insertAuditEntryLines(client: ClientBase, lines: readonly AuditEntryLine[]): Promise<void> {
  // Reads need not look for an earlier line, which would open every month's partition for each group of them.
  const areReads = lines.every((line) => !line.is_last_resort)
  const text = insertReadsTexts[lines.length]
  if (areReads && text !== undefined && lines.every((line) => line.customer_id !== null)) {
    const values = lines.flatMap((line) => readColumns.map((column) => line[column]))
    await client.query({ name: `insert-reads-${lines.length}`, text, values })
    return
  }
  const values = [JSON.stringify(lines)]
  if (areReads) await client.query({ name: 'insert-reads', text: insertText, values })
  else await client.query({ name: 'insert-audit-entries', text: insertUnlessThereText, values })
}

export async function changeRetentionMonths(db: Db, months: number): Promise<void> {
  await db.updateTable('audit_settings').set({ months }).execute()
}

/** Drops whole months that are older than the setting; how many. The database itself refuses to drop younger ones. */
export async function dropOldMonths(db: Db): Promise<number> {
  const { rows } = await sql<{ dropped: number }>`select drop_old_audit_months() as dropped`.execute(db)
  return rows[0]?.dropped ?? 0
}

export type Seal = { position: number; auditId: number; auditAt: string; hash: Buffer }

export async function insertSeals(tx: Transaction, seals: readonly Seal[]): Promise<void> {
  await sql`insert into audit_seals (position, audit_id, audit_at, hash)
    select *
    from unnest(${seals.map((seal) => seal.position)}::bigint[], ${seals.map((seal) => seal.auditId)}::bigint[],
      ${seals.map((seal) => seal.auditAt)}::timestamptz[], ${seals.map((seal) => seal.hash)}::bytea[])`.execute(tx)
}
