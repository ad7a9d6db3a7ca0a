import type { DisputeReason } from '@regie/contract/arrangements.ts'
import type { Services } from '../../services.ts'
import { publishCaseChanged } from '../cases/case-changes.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import { arrangeForPayer } from './by-payer/arrange-for-payer.ts'
import { keepProof, type Proof } from './by-payer/proofs.ts'
import { insertComplaint } from './add-complaint.ts'
import { notifyObjection } from './notify-objection.ts'
import { mayPayerPause, pauseFor } from './work-on.ts'

// Beyond so many that nobody has answered yet, one more tells staff nothing new; and a link that got around does not stop its case for ever.
const openMax = 5
const allMax = 10

/** What a payer chose, in the words of the page, and what they wrote beside it. */
type Objection = { reason: DisputeReason | null; chosen: string; words: string }

/**
 * Opens the dispute that a payer wrote on the page of a link, of at most 4,000 characters: nobody is contacted about the case until staff resolves it.
 * The same words again, while they stand open, are the same dispute; what was sent along to show it is kept with it. Answers false where too many stand there already.
 */
export function disputeByPayer(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  caseId: number,
  { reason, chosen, words }: Objection,
  proof: Proof | null = null,
): Promise<boolean> {
  const text = words === '' ? chosen : `${chosen}: ${words}`
  return arrangeForPayer(services, caseId, async (tx, { customerId, now, locked }) => {
    const written = await tx
      .selectFrom('complaints')
      .select(['id', 'text', 'state'])
      .where('customer_id', '=', customerId)
      .where('case_id', '=', caseId)
      .where('kind', '=', 'dispute')
      .where('by_user', '=', '')
      .execute()
    const open = written.filter(({ state }) => state !== 'resolved')
    const same = open.find((one) => one.text === text)
    const ofComplaint = { customerId, config: services.config }
    if (same) {
      if (proof) await keepProof(tx, { ...ofComplaint, complaintId: same.id }, proof)
      return true
    }
    if (open.length >= openMax || written.length >= allMax) return false
    const complaintId = await insertComplaint(tx, { customerId, caseId, byUser: '', now }, { kind: 'dispute', text, reason })
    if (proof) await keepProof(tx, { ...ofComplaint, complaintId }, proof)
    await recordTimeline(tx, [
      { customerId, caseId, event: 'disputedByPayer', params: reason === null ? { text } : { reason, text: words || chosen }, at: now },
    ])
    // A closed case has no outreach to wait, and what staff put on hold stays so: the open dispute alone keeps everybody from contact.
    if (mayPayerPause(locked)) await pauseFor(tx, locked, now, 'dispute', null)
    await notifyObjection(tx, { customerId, caseId, complaintId, at: now })
    await publishCaseChanged(tx, locked)
    return true
  })
}
