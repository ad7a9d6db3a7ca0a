import type { Locale } from '@regie/contract/locale.ts'
import { sql } from 'kysely'
import { makePaper } from '../../platform/documents/paper/make-paper.ts'
import type { Services } from '../../services.ts'
import { keepLetter } from '../case-documents/case-documents.ts'
import { publishCaseChanged, selectCaseForUpdate } from '../cases/case-changes.ts'
import { findPaperHead } from './find-letter.ts'
import { letterFileName, letterPaper, pagesOf } from './letter-paper.ts'

// What one turn of the job draws; the next one is a minute later.
const lettersPerTurn = 500
const againMs = 15 * 60_000

type PaperHead = Awaited<ReturnType<typeof findPaperHead>>
type ToDraw = {
  customerId: number
  id: number
  caseId: number
  caseNumber: string
  subject: string
  text: string
  locale: Locale
  name: string
  street: string
  postcode: string
  city: string
  country: string
}

/**
 * Draws the letters of scripts and keeps each among the documents of its case. No transaction is open and no case locked meanwhile; an engine that ends
 * in between leaves the letter to be drawn.
 */
export async function drawLetters(services: Services, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = services
  const { rows } = await sql<ToDraw>`
    select l.customer_id as "customerId", l.id, l.case_id as "caseId", c.case_number as "caseNumber", l.subject, l.text,
      l.locale, l.name, l.street, l.postcode, l.city, l.country
    from letters l
    join cases c on c.customer_id = l.customer_id and c.id = l.case_id
    where l.state = 'drawing' and l.next_at <= ${clock.now()}
    order by l.next_at, l.id
    limit ${lettersPerTurn}`.execute(db)
  const heads = new Map<number, PaperHead>()
  for (const letter of rows) {
    if (signal.aborted) return
    try {
      const head = heads.get(letter.customerId) ?? (await findPaperHead(db, letter.customerId))
      heads.set(letter.customerId, head)
      await draw(services, letter, head)
    } catch (error) {
      log.error({ err: error, letterId: letter.id }, 'a letter could not be drawn')
      await db
        .updateTable('letters')
        .set({ next_at: new Date(clock.now().getTime() + againMs) })
        .where('customer_id', '=', letter.customerId)
        .where('id', '=', letter.id)
        .where('state', '=', 'drawing')
        .execute()
    }
  }
}

async function draw(services: Services, letter: ToDraw, head: PaperHead): Promise<void> {
  const { db, clock } = services
  const { customerId, caseId, caseNumber, locale, subject, text } = letter
  const { name, street, postcode, city, country } = letter
  const at = clock.now()
  const address = { name, street, postcode, city, country }
  const paper = letterPaper({ ...head, address, caseNumber, locale, subject, text, at })
  const content = await makePaper(paper)
  await db.transaction().execute(async (tx) => {
    const locked = await selectCaseForUpdate(tx, caseId)
    // Taken back by staff, or drawn by another engine, meanwhile.
    const mine = await tx
      .selectFrom('letters')
      .select('id')
      .where('customer_id', '=', customerId)
      .where('id', '=', letter.id)
      .where('state', '=', 'drawing')
      .forUpdate()
      .executeTakeFirst()
    if (!mine) return
    const documentId = await keepLetter(tx, services, { locked, userId: null, name: letterFileName(locale, subject), content })
    await tx
      .updateTable('letters')
      .set({ state: 'queued', text: null, locale: null, document_id: documentId, pages: pagesOf(content), next_at: at })
      .where('customer_id', '=', customerId)
      .where('id', '=', letter.id)
      .execute()
    await publishCaseChanged(tx, locked)
  })
}
