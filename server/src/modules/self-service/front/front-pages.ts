import type { DisputeReason } from '@regie/contract/arrangements.ts'
import { GatewayRefused, GatewayUnavailable } from '../../../gateways/gateway-errors.ts'
import { AppError } from '../../../platform/app-error.ts'
import { tooManyAnswer } from '../../../platform/http/mount-pages.ts'
import { isPerhapsProgram } from '../../../platform/http/is-program.ts'
import type { PageAnswer } from '../../../platform/http/page-route.ts'
import { openRateCounter } from '../../../platform/http/rate-counter.ts'
import { readSentForm } from '../../../platform/http/read-sent-form.ts'
import type { Services } from '../../../services.ts'
import { proofBytesMax, readProof } from '../../arrangements/by-payer/proofs.ts'
import { disputeByPayer } from '../../arrangements/dispute-by-payer.ts'
import { findCard } from '../../payment-links/link-card.ts'
import { openBank } from '../../payment-links/open-bank.ts'
import { findRouteOfLink } from '../../payment-links/payment-gateways.ts'
import { findPageLink } from '../../payment-links/payment-link-queries.ts'
import { paymentText } from '../../payment-links/payment-texts.ts'
import { recordClick } from '../../payment-links/record-click.ts'
import { recordPayment } from '../../payment-links/record-payment.ts'
import { textOf, tooManyWords, waits } from '../answers.ts'
import { sayIn } from '../texts.ts'
import { openVisit, type Visit } from '../visit.ts'
import { frontPage, objectionCharsMax, objectionReasons, type Refused, takesObjection } from './front-view.ts'

// Each may be a call to the bank, from however many addresses one link is used.
const bankOpenings = openRateCounter(10)
// Who has something to say says it once or twice.
const objections = openRateCounter(5)

/** What a chat app shows of the link is fetched by a program, often the moment the message arrives: that is no click. */
export async function openLink(services: Services, visit: Visit): Promise<PageAnswer> {
  const { link, asked } = visit
  const { method, headers } = asked.request
  if (link.state === 'created' && method !== 'HEAD' && !isPerhapsProgram(headers)) await recordClick(services, link)
  return show(services, visit)
}

export async function goToBank(services: Services, visit: Visit): Promise<PageAnswer> {
  const { link } = visit
  const seconds = bankOpenings.count(link.token)
  if (seconds !== null) return waits(link, seconds)
  if (visit.view === 'amountChanged') return show(services, visit)
  try {
    return { redirect: (await openBank(services, link)) ?? `/p/${link.token}` }
  } catch (error) {
    if (!(error instanceof GatewayUnavailable || error instanceof GatewayRefused)) throw error
    services.log.warn({ err: error, paymentLinkId: link.id }, 'the payer could not be sent to the bank')
    return { ...(await show(services, { ...visit, view: 'unavailable' })), status: 503 }
  }
}

/** What the payer says is wrong reaches the case as a dispute, in the language of the page, with what shows it. */
export async function takeObjection(services: Services, visit: Visit): Promise<PageAnswer> {
  const { link, view, asked } = visit
  const seconds = objections.count(link.token)
  // Of one too many its words are kept, and nothing of its file.
  const { fields, file } = await readSentForm(asked, seconds === null ? proofBytesMax : 1)
  if (!takesObjection(view)) return show(services, visit)
  const say = sayIn(link.locale)
  const words = textOf(fields['text'], objectionCharsMax)
  const [name, reason] = Object.entries(objectionReasons).find(([one]) => one === fields['reason']) ?? ['']
  const refuse = async (status: number, at: Refused['at'], fault: string) => ({
    ...(await show(services, visit, { at, fault, given: { reason: name, text: words } })),
    status,
  })
  const wait = async (so: number, fault: string) => {
    const page = await refuse(429, 'all', file === null ? fault : `${fault} ${say('proofAgain')}`)
    return { ...page, ...tooManyAnswer(page.html, so) }
  }
  if (seconds !== null) return wait(seconds, tooManyWords(link.locale, seconds))
  const proof = file?.content ? readProof({ name: file.name, content: file.content }) : null
  if (file !== null && proof === null) return refuse(422, 'proof', say(file.content === null ? 'proofTooLarge' : 'proofWrong'))
  if (words === '' && (reason === undefined || reason === 'reasonOther')) {
    const fault = paymentText(link.locale, reason === undefined ? 'objectionEmptyText' : 'objectionWordsMissing')
    // No browser fills in a file again.
    return refuse(422, reason === undefined ? 'reason' : 'text', proof === null ? fault : `${fault} ${say('proofAgain')}`)
  }
  const chosen = paymentText(link.locale, reason ?? 'reasonOther')
  const isTaken = await disputeByPayer(services, link.case_id, { reason: reasonOf(name), chosen, words }, proof).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'file.quotaExceeded') return 'full' as const
    throw error
  })
  if (isTaken === 'full') return refuse(503, 'proof', say('proofFull'))
  return isTaken ? show(services, { ...visit, view: 'objected' }) : wait(3600, say('objectionsFull', { creditor: link.customerName }))
}

/** As the case keeps it: who chose something else, or nothing, only wrote. */
const reasonOf = (name: string): DisputeReason | null => (name === 'paid' || name === 'amount' || name === 'notMine' ? name : null)

export async function comeBack(services: Services, visit: Visit): Promise<PageAnswer> {
  const { link, asked } = visit
  if (link.provider_ref === null) return show(services, visit)
  await recordPayment(services, { provider: link.provider, providerRef: link.provider_ref }, { isBackFromBank: true }).catch(
    (error: unknown) => {
      // A bank that does not answer now sends its news later; meanwhile the page shows what we know.
      if (!(error instanceof GatewayUnavailable || error instanceof GatewayRefused)) throw error
    },
  )
  const now = (await findPageLink(services.db, link.token)) ?? link
  return show(services, await openVisit(services, { ...now, locale: link.locale }, asked))
}

async function show(services: Services, visit: Visit, refused: Refused | null = null): Promise<PageAnswer & { html: string }> {
  const { link, view, letterhead } = visit
  const { gateway } = await findRouteOfLink(services, link)
  const card = await findCard(services.db, link, letterhead, services.config.publicUrl)
  return {
    html: frontPage(visit, { method: gateway.method, card, refused }),
    formOrigin: gateway.checkoutOrigin,
    // By header, since without script a page cannot ask; the link on it does the same by hand.
    ...(view === 'inProgress' && { headers: { refresh: `5; url=/p/${link.token}/return` } }),
  }
}
