import type { Letter, LetterTexts } from '@regie/contract/letters.ts'
import { addressLines } from '@regie/contract/letters.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { isoText } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findCustomerOfCase } from '../cases/case-queries.ts'
import { findTextMask } from '../cases/masks/case-mask.ts'
import { maySeePersonalData } from '../fields/masks.ts'
import { fillText, findPost, listPostTexts } from './find-letter.ts'

/** The texts that may go by post to the person of a case, as the caller may see them. */
export async function listLetterTexts(services: Services, caller: Caller, caseId: number, locale?: Locale): Promise<LetterTexts> {
  const { db, pool, clock } = services
  const now = clock.now()
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const { one, address, permission, isSimulated } = await findPost(db, services, { customerId, caseId }, now)
  const masked = await findTextMask(pool, caller, caseId)
  const written = locale ?? one.locale
  const texts: LetterTexts['texts'] = []
  for (const live of await listPostTexts(db, customerId)) {
    const filled = await fillText(db, services, one, live, written, now)
    const isWhole = !Array.isArray(filled)
    texts.push({ key: live.key, name: live.name, subject: isWhole ? masked(filled.subject) : '', missing: isWhole ? [] : filled })
  }
  const lines = address === null || !maySeePersonalData(caller) ? [] : addressLines(address)
  return { ...permission, address: lines, locale: written, simulated: isSimulated, texts }
}

type Row = Letter & { caseId: number }

/** The letters of a case, the newest first. */
export async function listLetters(services: Services, caller: Caller, caseId: number): Promise<Letter[]> {
  const { db, pool } = services
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const rows = await letterRows(db, { customerId, caseId })
  const masked = await findTextMask(pool, caller, caseId)
  return rows.map((row) => ({ ...row, subject: masked(row.subject) }))
}

/** One of them. */
export async function findShownLetter(services: Services, caller: Caller, of: { caseId: number; letterId: number }): Promise<Letter> {
  const found = (await listLetters(services, caller, of.caseId)).find(({ letterID }) => letterID === of.letterId)
  if (!found) throw new AppError('document.notFound')
  return found
}

// What waits because its print shop cannot be reached has failed for now, and says why.
async function letterRows(db: Db, { customerId, caseId }: { customerId: number; caseId: number }): Promise<Letter[]> {
  const { rows } = await sql<Row>`
    select l.id as "letterID", l.document_id as "documentID", l.subject,
      case when l.state = 'queued' and l.print_batch_id is not null and s.fault is not null then 'failed'
        else l.state end as state,
      l.reason,
      case when l.state = 'queued' and l.print_batch_id is not null then s.fault end as fault,
      l.pages, ${sql.raw(isoText('l.queued_at'))} as "queuedAt",
      ${sql.raw(isoText('l.handed_at'))} as "handedAt",
      l.queued_by as by,
      case when l.state in ('drawing', 'queued') then not coalesce(s.is_on, false) else l.simulated end as simulated
    from letters l
    left join print_shops s on s.customer_id = l.customer_id
    where l.customer_id = ${customerId} and l.case_id = ${caseId}
    order by l.id desc`.execute(db)
  return rows
}
