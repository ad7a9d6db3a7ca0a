import type { FieldDefinition } from '@regie/contract/fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { fieldsOf } from '../../fields/find-fields.ts'
import type { PageLink } from '../../payment-links/payment-link-queries.ts'

/** What the case of a link knows of its debtor: only for who has shown to be them. */
export type Own = { fields: Readonly<Record<string, string>>; definitions: readonly FieldDefinition[] }

export async function findOwn(db: Db, { customer_id: customerId, case_id: caseId }: PageLink): Promise<Own> {
  const row = await db
    .selectFrom('cases as c')
    .innerJoin('batches as b', (join) => join.onRef('b.customer_id', '=', 'c.customer_id').onRef('b.id', '=', 'c.batch_id'))
    .innerJoin('scripts as s', (join) => join.onRef('s.customer_id', '=', 'b.customer_id').onRef('s.id', '=', 'b.script_id'))
    .select(['c.fields', 's.fields as definitions'])
    .where('c.customer_id', '=', customerId)
    .where('c.id', '=', caseId)
    .executeTakeFirstOrThrow()
  return { fields: row.fields as Record<string, string>, definitions: fieldsOf(row.definitions) }
}

export type Letter = { id: number; channel: 'email' | 'sms' | 'whatsapp'; at: Date; subject: string; text: string }
export type LetterFile = { no: number; fileName: string; mediaType: string; bytes: number }

const sentOf = ({ customer_id: customerId, case_id: caseId }: PageLink) => sql`
  from communications m
  join communication_contents t
    on t.customer_id = m.customer_id and t.communication_id = m.id and t.queued_at = m.queued_at
  where m.customer_id = ${customerId} and m.case_id = ${caseId} and m.channel in ('email', 'sms', 'whatsapp')
    and m.state = 'sent' and coalesce(m.delivery, '') <> 'failed'`

// Who was written to more often reads the last ones.
const shownMax = 100

/** What was sent about the case of a link, the newest first. */
export async function listLetters(db: Db, link: PageLink): Promise<Letter[]> {
  const { rows } = await sql<Letter>`
    select m.id, m.channel, m.queued_at as at, t.subject, t.text
    ${sentOf(link)}
    order by m.id desc
    limit ${shownMax}`.execute(db)
  return rows
}

/** One of them with the names of the files that went with it. */
export async function findLetter(db: Db, link: PageLink, id: number): Promise<(Letter & { files: LetterFile[] }) | undefined> {
  const { rows } = await sql<Letter & { files: LetterFile[] }>`
    select m.id, m.channel, m.queued_at as at, t.subject, t.text, (
        select coalesce(json_agg(json_build_object('no', a.no, 'fileName', a.file_name, 'mediaType', a.media_type,
          'bytes', a.bytes) order by a.no), '[]')
        from mail_attachments a
        where a.customer_id = m.customer_id and a.communication_id = m.id) as files
    ${sentOf(link)} and m.id = ${id}`.execute(db)
  return rows[0]
}

/** A file that went with one of them, such as the invoice. */
export async function findLetterFile(
  db: Db,
  link: PageLink,
  { id, no }: { id: number; no: number },
): Promise<{ fileName: string; content: Buffer } | undefined> {
  const { rows } = await sql<{ fileName: string; content: Buffer | null }>`
    select a.file_name as "fileName", attachment_content(a) as content
    from mail_attachments a
    where a.customer_id = ${link.customer_id} and a.communication_id = ${id} and a.no = ${no}
      and exists (select ${sentOf(link)} and m.id = a.communication_id)`.execute(db)
  const [row] = rows
  return row?.content ? { fileName: row.fileName, content: row.content } : undefined
}
