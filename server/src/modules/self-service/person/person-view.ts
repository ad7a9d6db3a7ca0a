import { intlLocale } from '@regie/contract/locale.ts'
import { html } from '../../../platform/http/html.ts'
import { toLocalTime } from '../../contact-permission/local-time.ts'
import type { PageLink } from '../../payment-links/payment-link-queries.ts'
import { backTo, faultOf, visitPage, wordsOf } from '../page-parts.ts'
import type { Visit } from '../visit.ts'

export const messageCharsMax = 2000
export const noteCharsMax = 500

/** A message to staff; with what was written where it could not be taken, and why not. */
export function messagePage(visit: Visit, state: 'ask' | 'empty' | 'done' | { text: string; fault: string }): string {
  const { link } = visit
  const { say } = wordsOf(link)
  const refused = typeof state === 'object' ? state : null
  const fault = state === 'empty' ? say('messageEmpty') : (refused?.fault ?? null)
  const form = html`<p>${say('messageText')}</p>${faultOf(fault)}
<form method="post" action="/p/${link.token}/message#fault">
<label class="field">${say('messageWords')}<textarea name="text" rows="6" required maxlength="${String(messageCharsMax)}"${state === 'empty' && html` aria-invalid="true" aria-describedby="fault"`}>${refused?.text ?? ''}</textarea></label>
<button type="submit">${say('send')}</button></form>`
  return visitPage(visit, {
    title: say('messageTitle'),
    name: 'message',
    main: html`${backTo(link)}<h1>${say('messageTitle')}</h1>
${state === 'done' ? html`<p role="status" class="saved">${say('messageDone')}</p>` : form}`,
  })
}

/** What was sent of the form, and why it was not taken. */
export type RefusedCall = { note: string; wanted: string; fault: string }
type Calling = { moments: readonly Date[]; agreed: Date | null; refused: RefusedCall | undefined }

/** A moment to be called. `agreed`: the one that stands. */
export function callPage(visit: Visit, { moments, agreed, refused }: Calling): string {
  const { link } = visit
  const { say } = wordsOf(link)
  const days = Map.groupBy(moments, (at) => toLocalTime(at).date)
  const groups = [...days].map(
    ([, times]) =>
      html`<optgroup label="${momentIn(link, times[0] ?? visit.now, 'day')}">${times.map((at) => html`<option value="${at.toISOString()}"${at.toISOString() === refused?.wanted && html` selected`}>${momentIn(link, at, 'short')}</option>`)}</optgroup>`,
  )
  const form = html`<p>${say('callText')}</p>
${faultOf(refused?.fault ?? null)}
<form method="post" action="/p/${link.token}/call#fault">
<label class="field">${say('callWhen')}<select name="at" required${refused?.fault === say('callWrong') && html` aria-invalid="true" aria-describedby="fault"`}>${groups}</select></label>
<label class="field">${say('callAbout')}<textarea name="note" rows="3" maxlength="${String(noteCharsMax)}">${refused?.note ?? ''}</textarea></label>
<button type="submit">${say('callSend')}</button></form>`
  return visitPage(visit, {
    title: say('callTitle'),
    name: 'call',
    main: html`${backTo(link)}<h1>${say('callTitle')}</h1>
${
  agreed === null
    ? form
    : html`<p role="status" class="saved">${say('callDone', { at: momentIn(link, agreed, 'both') })}</p>
<details class="objection"${refused !== undefined && html` open`}><summary>${say('callOther')}</summary>${form}</details>`
}`,
  })
}

function momentIn({ locale }: PageLink, at: Date, what: 'day' | 'both' | 'short'): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const
  // A list of a phone shows so much of a line.
  const short = { weekday: 'short', day: 'numeric', month: 'short' } as const
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  const parts = what === 'day' ? day : { ...(what === 'short' ? short : day), ...clock }
  return new Intl.DateTimeFormat(intlLocale[locale], { ...parts, timeZone: 'Europe/Amsterdam' }).format(at)
}
