import type { PageAnswer } from '../../../platform/http/page-route.ts'
import { openRateCounter } from '../../../platform/http/rate-counter.ts'
import type { Services } from '../../../services.ts'
import { callbackByPayer, findOwnCallback, listCallMoments } from '../../arrangements/by-payer/callback-by-payer.ts'
import { messageByPayer } from '../../arrangements/by-payer/message-by-payer.ts'
import { front, textOf, waitsOn } from '../answers.ts'
import { maySpeak, type Visit } from '../visit.ts'
import { sayIn } from '../texts.ts'
import { callPage, messageCharsMax, messagePage, noteCharsMax, type RefusedCall } from './person-view.ts'

const asks = openRateCounter(5)

const mayMessage = (visit: Visit) => maySpeak(visit) && visit.rules.messageAllowed
const mayCall = (visit: Visit) => maySpeak(visit) && visit.rules.callbackAllowed && visit.hasNumber

export async function showMessage(_services: Services, visit: Visit): Promise<PageAnswer> {
  return mayMessage(visit) ? { html: messagePage(visit, 'ask') } : front(visit.link)
}

/** What a payer writes reaches the case, and who is to answer is notified. */
export async function takeMessage(services: Services, visit: Visit): Promise<PageAnswer> {
  const { link, asked } = visit
  const seconds = asks.count(link.token)
  if (!mayMessage(visit)) return front(link)
  const text = textOf(asked.form['text'], messageCharsMax)
  const waits = (wait: number) => waitsOn(link, wait, (fault) => messagePage(visit, { text, fault }))
  if (seconds !== null) return waits(seconds)
  if (text === '') return { html: messagePage(visit, 'empty'), status: 422 }
  return (await messageByPayer(services, link.case_id, text)) ? { html: messagePage(visit, 'done') } : waits(3600)
}

export async function showCall(services: Services, visit: Visit): Promise<PageAnswer> {
  return mayCall(visit) ? { html: (await callPageOf(services, visit))() } : front(visit.link)
}

/** A payer chooses when to be called; outreach waits until then. */
export async function takeCall(services: Services, visit: Visit): Promise<PageAnswer> {
  const { link, asked } = visit
  const seconds = asks.count(link.token)
  if (!mayCall(visit)) return front(link)
  const wanted = String(asked.form['at'] ?? '')
  const note = textOf(asked.form['note'], noteCharsMax)
  if (seconds !== null) {
    const page = await callPageOf(services, visit)
    return waitsOn(link, seconds, (fault) => page({ note, wanted, fault }))
  }
  const at = (await listCallMoments(services, refOf(visit))).find((moment) => moment.toISOString() === wanted)
  const isAgreed = at !== undefined && (await callbackByPayer(services, link.case_id, { at, note }))
  const page = await callPageOf(services, visit)
  if (isAgreed) return { html: page() }
  return { html: page({ note, wanted, fault: sayIn(link.locale)('callWrong') }), status: 422 }
}

async function callPageOf(services: Services, visit: Visit): Promise<(refused?: RefusedCall) => string> {
  const [moments, standing] = await Promise.all([listCallMoments(services, refOf(visit)), findOwnCallback(services.db, refOf(visit))])
  const agreed = standing !== undefined && standing.at > visit.now ? standing.at : null
  return (refused) => callPage(visit, { moments, agreed, refused })
}

const refOf = ({ link }: Visit) => ({ customerId: link.customer_id, caseId: link.case_id })
