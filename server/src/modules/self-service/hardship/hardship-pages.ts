import type { PageAnswer } from '../../../platform/http/page-route.ts'
import { openRateCounter } from '../../../platform/http/rate-counter.ts'
import type { Services } from '../../../services.ts'
import { hardshipByPayer } from '../../arrangements/by-payer/hardship-by-payer.ts'
import { front, textOf, waitsOn } from '../answers.ts'
import { sayIn } from '../texts.ts'
import { maySpeak, type Visit } from '../visit.ts'
import { hardshipCharsMax, hardshipPage } from './hardship-view.ts'

// Who has something to say says it once or twice.
const says = openRateCounter(5)

export async function showHardship(_services: Services, visit: Visit): Promise<PageAnswer> {
  return maySpeak(visit) ? { html: hardshipPage(visit, false) } : front(visit.link)
}

/** A payer cannot pay now: outreach rests as the customer has it, and staff is notified. */
export async function takeHardship(services: Services, visit: Visit): Promise<PageAnswer> {
  const { link, rules, asked } = visit
  const seconds = says.count(link.token)
  if (!maySpeak(visit)) return front(link)
  const typed = textOf(asked.form['text'], hardshipCharsMax)
  if (seconds !== null) return waitsOn(link, seconds, (fault) => hardshipPage(visit, false, { text: typed, fault }))
  const text = typed || sayIn(link.locale)('hardshipTitle')
  const isOpen = await hardshipByPayer(services, link.case_id, { text, restDays: rules.hardshipDays })
  return isOpen ? { html: hardshipPage(visit, true) } : front(link)
}
