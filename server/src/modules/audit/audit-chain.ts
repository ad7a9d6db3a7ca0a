import { createHmac, hkdfSync } from 'node:crypto'
import type { Transaction } from '../../platform/db/database.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A line as it is sealed: `words` is all of it in one text, made by PostgreSQL so that it never depends on how a client reads a column. */
export type SealableLine = { id: number; at: string; words: string }

/** The key of the chain: who has only the database cannot write a history that fits. */
export function chainKey(secretKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'audit chain', 32))
}

/** The hash of a line and of all before it. */
export function chainHash(key: Buffer, previous: Buffer, position: number, { words }: Pick<SealableLine, 'words'>): Buffer {
  return createHmac('sha256', key).update(previous).update(`${position}\n`).update(words).digest()
}

export const chainBegin = Buffer.alloc(32)

const wordsOf = sql<string>`
  jsonb_build_array(a.id, (extract(epoch from a.at) * 1000000)::bigint, a.customer_id, a.user_id, a.username, a.via,
    a.address, a.request_id, a.action,
  a.entity, a.entity_id, a.before, a.after)::text`

/** Lines without a seal since a moment, in the order in which they were written. */
export async function listUnsealed(tx: Transaction, since: Date, limit: number): Promise<SealableLine[]> {
  const { rows } = await sql<SealableLine>`
    select a.id, a.at::text as at, ${wordsOf} as words from audit a
    where a.at >= ${since} and not exists (select 1 from audit_seals s where s.audit_at = a.at and s.audit_id = a.id)
    order by a.at, a.id limit ${limit}`.execute(tx)
  return rows
}

export type SealedLine = { position: number; hash: Buffer; auditId: number; isYoung: boolean; words: string | null }

/** Seals after a position with their lines; `words` is null where the line is gone. `isYoung`: no retention may have taken it. */
export async function listSealed(db: Db, after: number, limit: number): Promise<SealedLine[]> {
  const { rows } = await sql<SealedLine>`
    select s.position, s.hash, s.audit_id as "auditId",
      s.audit_at >= date_trunc('month', now() - interval '24 months') as "isYoung",
      case when a.id is null then null else ${wordsOf} end as words
    from (select * from audit_seals where position > ${after} order by position limit ${limit}) s
    left join audit a on a.at = s.audit_at and a.id = s.audit_id order by s.position`.execute(db)
  return rows
}

export async function findLastSeal(db: Db | Transaction): Promise<{ position: number; hash: Buffer; at: Date } | undefined> {
  return db.selectFrom('audit_seals').select(['position', 'hash', 'audit_at as at']).orderBy('position', 'desc').limit(1).executeTakeFirst()
}

/** How many lines wait for their seal, and the first that should have had one long ago: it was put in afterwards. */
export async function findUnsealed(db: Db, longAgo: Date): Promise<{ waiting: number; intruder: number | null }> {
  const { rows } = await sql<{ waiting: number; intruder: number | null }>`
    select count(*) as waiting, min(a.id) filter (where a.at < ${longAgo}) as intruder from audit a
    where not exists (select 1 from audit_seals s where s.audit_at = a.at and s.audit_id = a.id)`.execute(db)
  return rows[0] ?? { waiting: 0, intruder: null }
}
