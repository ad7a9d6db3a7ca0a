import { html } from '../../../platform/http/html.ts'
import { backTo, faultOf, visitPage, wordsOf } from '../page-parts.ts'
import type { Visit } from '../visit.ts'
import type { IdentityField } from './identity.ts'

/** Asks who somebody is, before anything of the person is shown. */
export function identityPage(visit: Visit, asked: IdentityField, fault: 'wrong' | 'closed' | null): string {
  const { link } = visit
  const { say } = wordsOf(link)
  const isDate = asked === 'birthDate'
  return visitPage(visit, {
    title: say('ownTitle'),
    name: 'own',
    main: html`${backTo(link)}<h1>${say('whoTitle')}</h1>
<p>${say('whoText')}</p>
${faultOf(fault === null ? null : say(fault === 'wrong' ? 'whoWrong' : 'whoClosed'))}
<form method="post" action="/p/${link.token}/own#fault">
<label class="field">${say(isDate ? 'birthDate' : 'postcode')}<input name="answer" required maxlength="20" autocomplete="${isDate ? 'bday' : 'postal-code'}"${isDate && html` inputmode="text" placeholder="${say('birthDateExample')}"`}${fault !== null && html` aria-invalid="true" aria-describedby="fault"`}></label>
<button type="submit">${say('whoSend')}</button></form>`,
  })
}
