import { Readable } from 'node:stream'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { Letter, letterApi } from '@regie/contract/letters.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { makePaper } from '../../platform/documents/paper/make-paper.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { FileReply } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { keepLetter, takeAwayLetters } from '../case-documents/case-documents.ts'
import { findCustomerOfCase } from '../cases/case-queries.ts'
import { mustAllow, workOnCase } from '../cases/case-work.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import { type Chosen, composeLetter, findPost } from './find-letter.ts'
import { letterFileName, pagesOf } from './letter-paper.ts'
import { findShownLetter } from './letter-queries.ts'

/** A letter as it would be printed now. */
export async function previewLetter(services: Services, caller: Caller, caseId: number, chosen: Chosen): Promise<FileReply> {
  const { db, pool, clock } = services
  const now = clock.now()
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const { paper, locale } = await composeLetter(db, services, await findPost(db, services, { customerId, caseId }, now), chosen, now)
  return { fileName: letterFileName(locale, paper.subject), stream: Readable.from([await makePaper(paper)]) }
}

type Order = RequestOf<typeof letterApi.send>['body']

/**
 * Sends a letter to the person of a case, once for its key: its PDF is kept among the documents of the case, and the print shop gets it within a minute.
 * It is drawn before the case is locked; what has changed meanwhile is refused rather than sent as it was.
 */
export async function sendLetter(services: Services, caller: Caller, caseId: number, { key, ...chosen }: Order): Promise<Letter> {
  const { db, pool, clock } = services
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const ofRequest = `letter:${caseId}:${key}`
  const sent = await findSent(db, customerId, ofRequest)
  if (sent !== undefined) return findShownLetter(services, caller, { caseId, letterId: sent })
  const drawnAt = clock.now()
  const drawn = await composeLetter(db, services, await findPost(db, services, { customerId, caseId }, drawnAt), chosen, drawnAt)
  const content = await makePaper(drawn.paper)
  let letterId = 0
  await workOnCase(services, caller, { caseId, version: null }, async (tx, locked, now) => {
    const known = await findSent(tx, customerId, ofRequest)
    if (known !== undefined) {
      letterId = known
      return
    }
    mustAllow(locked, 'setResult')
    const post = await findPost(tx, services, locked, now)
    if (!post.permission.ok) throw new AppError('payment.contactRefused', { field: 'template' })
    const again = await composeLetter(tx, services, post, chosen, drawnAt)
    if (JSON.stringify(again) !== JSON.stringify(drawn)) throw new AppError('letter.changed')
    const { paper, address, revisionId, locale } = drawn
    const documentId = await keepLetter(tx, services, {
      locked,
      userId: caller.userId,
      name: letterFileName(locale, paper.subject),
      content,
    })
    const { id } = await tx
      .insertInto('letters')
      .values({
        ...{ customer_id: customerId, case_id: caseId, document_id: documentId, template_revision_id: revisionId },
        ...{ subject: paper.subject, ...address, pages: pagesOf(content), next_at: now, queued_at: now },
        ...{ queued_by: caller.username, idempotency_key: ofRequest },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    letterId = id
    await recordTimeline(tx, [{ customerId, caseId, event: 'letterQueued', byUser: caller.username, simulated: post.isSimulated, at: now }])
    await enqueue(tx, 'handOverLetters', {})
  })
  return findShownLetter(services, caller, { caseId, letterId })
}

async function findSent(db: Transaction | Services['db'], customerId: number, key: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('letters')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row?.id
}

/** Takes a letter back that the print shop does not have yet, with its PDF. Taken back already is done. */
export async function cancelLetter(services: Services, caller: Caller, of: { caseId: number; letterId: number }): Promise<Letter> {
  const { caseId, letterId } = of
  await workOnCase(services, caller, { caseId, version: null }, async (tx, { customerId }, now) => {
    const letter = await tx
      .selectFrom('letters')
      .select(['state', 'document_id', 'print_batch_id'])
      .where('customer_id', '=', customerId)
      .where('case_id', '=', caseId)
      .where('id', '=', letterId)
      .forUpdate()
      .executeTakeFirst()
    if (!letter) throw new AppError('document.notFound')
    if (letter.state === 'cancelled') return
    if ((letter.state !== 'queued' && letter.state !== 'drawing') || letter.print_batch_id !== null) throw new AppError('letter.hasLeft')
    await tx
      .updateTable('letters')
      .set({ state: 'cancelled', reason: null, text: null, locale: null })
      .where('customer_id', '=', customerId)
      .where('id', '=', letterId)
      .execute()
    if (letter.document_id !== null) await takeAwayLetters(tx, customerId, [letter.document_id], now)
    await recordTimeline(tx, [{ customerId, caseId, event: 'letterCancelled', byUser: caller.username, at: now }])
  })
  return findShownLetter(services, caller, of)
}
