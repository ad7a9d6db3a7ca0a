import { postalAddressOf } from '@regie/contract/letters.ts'
import { intlLocale, Locale } from '@regie/contract/locale.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { makePaper } from '../../../platform/documents/paper/make-paper.ts'
import type { Services } from '../../../services.ts'
import { keepLetter } from '../../case-documents/case-documents.ts'
import { findPaperHead } from '../../letters/find-letter.ts'
import { letterFileName, letterPaper, pagesOf } from '../../letters/letter-paper.ts'
import { byScript } from '../../letters/queue-letter.ts'
import { renderTemplate } from '../../templates/render-template.ts'
import type { PastHistory, PastLetter } from '../history.ts'
import type { BatchRef, PastCase } from './insert-batch.ts'
import type { Sending } from './insert-messages.ts'

type Writing = Pick<Sending, 'templates' | 'scriptVersionId'>

/** Letters that were printed on other days, each with its PDF among the documents of its case. */
export async function insertLetters(
  tx: Transaction,
  services: Services,
  { customerId }: BatchRef,
  cases: readonly PastCase[],
  { templates, scriptVersionId }: Writing,
): Promise<void> {
  const written = cases.flatMap(({ caseId, history }) => history.letters.map((letter) => ({ caseId, debtor: history.debtor, letter })))
  if (written.length === 0) return
  const head = await findPaperHead(tx, customerId)
  for (const { caseId, debtor, letter } of written) {
    const { template, step, stepNo, at, handedAt } = letter
    const live = templates.get(template)
    const address = postalAddressOf(debtor.name, debtor.fields)
    if (live === undefined || address === null) throw new Error(`the past has no letter ${template} for case ${debtor.case_number}`)
    const locale = Locale.parse(debtor.locale)
    const { subject, text } = renderTemplate(live.texts, valuesOf(debtor, letter, locale), locale)
    const content = await makePaper(letterPaper({ ...head, address, caseNumber: debtor.case_number, locale, subject, text, at }))
    const file = { locked: { customerId, caseId }, userId: null, name: letterFileName(locale, subject), content, at }
    const documentId = await keepLetter(tx, services, file)
    await tx
      .insertInto('letters')
      .values({
        ...{ customer_id: customerId, case_id: caseId, document_id: documentId, template_revision_id: live.revisionId },
        ...{ subject, ...address, pages: pagesOf(content), state: 'handedOver', next_at: at, queued_at: at, handed_at: handedAt },
        ...{ simulated: true, queued_by: byScript, idempotency_key: `${caseId}:${scriptVersionId}:${step}:${stepNo}` },
      })
      .execute()
  }
}

function valuesOf(debtor: PastHistory['debtor'], { openCents }: PastLetter, locale: Locale) {
  const amount = new Intl.NumberFormat(intlLocale[locale], { style: 'currency', currency: 'EUR' }).format(openCents / 100)
  return { ...debtor.fields, naam: debtor.name, bedrag: amount }
}
