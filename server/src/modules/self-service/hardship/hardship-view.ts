import { type Html, html } from '../../../platform/http/html.ts'
import { backTo, faultOf, visitPage, wordsOf } from '../page-parts.ts'
import { sayIn } from '../texts.ts'
import { maySpeak, type Visit } from '../visit.ts'

export const hardshipCharsMax = 1000

/** Who cannot pay says so, and reads who helps. `isSaid`: they have. `refused`: what they wrote, and why it was not taken. */
export function hardshipPage(visit: Visit, isSaid: boolean, refused: { text: string; fault: string } | null = null): string {
  const { link, rules } = visit
  const { say } = wordsOf(link)
  const rest = rules.hardshipDays === null ? say('hardshipLooked') : say('hardshipRest', { count: String(rules.hardshipDays) })
  const form = html`${faultOf(refused?.fault ?? null)}<form method="post" action="/p/${link.token}/hardship#fault">
<label class="field">${say('hardshipWords')}<textarea name="text" rows="4" maxlength="${String(hardshipCharsMax)}">${refused?.text ?? ''}</textarea></label>
<button type="submit">${say('hardshipSend')}</button></form>`
  return visitPage(visit, {
    title: say('hardshipTitle'),
    name: 'hardship',
    main: html`${backTo(link)}<h1>${say(isSaid ? 'hardshipDone' : 'hardshipTitle')}</h1>
<p${isSaid && html` role="status"`}>${say(isSaid ? 'hardshipDoneText' : 'hardshipText', { rest })}</p>
${helpBlock(visit)}${!isSaid && form}`,
  })
}

/** Who helps with debts, as the customer names them. */
function helpBlock({ link, rules: { helpName, helpUrl, helpPhone } }: Visit): Html | false {
  if (helpName === '') return false
  const say = sayIn(link.locale)
  return html`<section class="help"><h2>${say('helpTitle')}</h2><p>${say('helpText', { name: helpName })}</p>
<p>${helpUrl !== '' && html`<a href="${helpUrl}" rel="noreferrer">${hostOf(helpUrl)}</a>`}${helpUrl !== '' && helpPhone !== '' && html` · `}${helpPhone !== '' && html`<a href="tel:${dialled(helpPhone)}">${say('helpCall', { phone: helpPhone })}</a>`}</p></section>`
}

/** The same in one line, for the front page. */
export function helpLine(visit: Visit): Html | false {
  const {
    link,
    rules: { helpName, helpUrl, helpPhone },
  } = visit
  if (helpName === '' || !maySpeak(visit)) return false
  return html`<p class="aside">${sayIn(link.locale)('helpShort')} ${helpUrl === '' ? helpName : html`<a href="${helpUrl}" rel="noreferrer">${helpName}</a>`}${helpPhone !== '' && html` · <a href="tel:${dialled(helpPhone)}">${helpPhone}</a>`}</p>`
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)
const dialled = (phone: string) => phone.replaceAll(/[^0-9+]/g, '')
