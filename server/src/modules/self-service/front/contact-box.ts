import { type Html, html } from '../../../platform/http/html.ts'
import { helpLine } from '../hardship/hardship-view.ts'
import { sayIn } from '../texts.ts'
import { mayOwn, maySpeak, type Visit } from '../visit.ts'

/** The ways to a person, to what is the debtor's own, and to who helps with debts. */
export function contactBox(visit: Visit): Html | false {
  const { link, rules } = visit
  const say = sayIn(link.locale)
  const to = (name: string, words: string) => html`<li><a href="/p/${link.token}/${name}">${words}</a></li>`
  const isOpen = maySpeak(visit)
  const ways = [
    ...(isOpen && rules.messageAllowed ? [to('message', say('messageTitle'))] : []),
    ...(isOpen && rules.callbackAllowed && visit.hasNumber ? [to('call', say('callTitle'))] : []),
    ...(mayOwn(visit) && visit.mayShowWho ? [to('own', say('ownTitle'))] : []),
  ]
  const help = helpLine(visit)
  if (ways.length === 0 && help === false) return false
  return html`<section class="contact-box"><h2>${say('contactTitle')}</h2><ul>${ways}</ul>${help}</section>`
}
