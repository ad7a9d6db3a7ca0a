import { postalAddressOf } from '@regie/contract/letters.ts'
import { missingSigns } from '../../modules/letters/letter-paper.ts'
import { findPrintPlace } from '../../modules/letters/print-place.ts'
import { queueLetter } from '../../modules/letters/queue-letter.ts'
import { letterPermission } from '../../modules/contact-permission/contact-permission.ts'
import { markedAsDemo } from '../../modules/templates/demo-mark.ts'
import { findLiveTemplate } from '../../modules/templates/template-queries.ts'
import type { StepHandler } from './step.ts'
import { leftOut, refused, renderFor } from './write-to-person.ts'

/** Queues a letter by post and goes on; it is drawn and handed over afterwards, so that no case is locked meanwhile. */
export const sendLetterStep: StepHandler<'send-letter'> = async (run, { settings: { template }, next }) => {
  const { tx, now, facts, case: one } = run
  const { customerId, caseId } = one
  const address = postalAddressOf(one.name, one.fields)
  const isSimulated = (await findPrintPlace(tx, customerId)) === undefined
  const permission = letterPermission(facts, { hasAddress: address !== null, isSimulated }, now)
  if (!permission.ok || address === null) return refused(run, next, null, permission)
  const live = await findLiveTemplate(tx, customerId, template)
  // A text that somebody took off the post since waits for them, as one that is gone.
  if (!live?.options.byPost) return leftOut(run, next, { reason: 'templateMissing', missing: template })
  const found = await renderFor(run, 'email', template, live)
  if ('reason' in found) return leftOut(run, next, found)
  const { subject, text } = one.demo ? markedAsDemo(found.rendered) : found.rendered
  const signs = missingSigns({ address, subject, text })
  if (signs !== '') return leftOut(run, next, { reason: 'textIncomplete', missing: signs })
  const { locale } = one
  const letter = { customerId, caseId, templateRevisionId: live.revisionId, address, locale, subject, text, idempotencyKey: run.key }
  if (await queueLetter(tx, letter, now)) run.record({ event: 'letterQueued', simulated: isSimulated })
  return { next }
}
