import { shownIn, type Wish, wishesOffered } from './wishes.ts'
import { type Html, html } from '../../../platform/http/html.ts'
import { formatDay } from '../../payment-links/payment-texts.ts'
import type { Invoice } from '../../case-documents/invoices.ts'
import { faultOf, visitPage, wordsOf } from '../page-parts.ts'
import type { TextKey } from '../texts.ts'
import type { Visit } from '../visit.ts'
import { detailsOffered } from './details.ts'
import type { Letter, LetterFile, Own } from './find-own.ts'

/** The way to what is the debtor's own. */
export function ownPage(visit: Visit, own: Own): string {
  const { link, rules } = visit
  const { say } = wordsOf(link)
  const way = (name: string, title: TextKey, about: TextKey) =>
    html`<li><a href="/p/${link.token}/own/${name}"><b>${say(title)}</b><span>${say(about)}</span></a></li>`
  return visitPage(visit, {
    title: say('ownTitle'),
    name: 'own',
    main: html`${back(visit, '')}<h1>${say('ownTitle')}</h1>
<nav class="ways"><ul>
${rules.lettersAllowed && way('letters', 'lettersTitle', 'lettersAbout')}
${rules.detailsAllowed && detailsOffered(own).length > 0 && way('details', 'detailsTitle', 'detailsAbout')}
${rules.wishesAllowed && wishesOffered(own).length > 0 && way('wishes', 'wishesTitle', 'wishesAbout')}
</ul></nav>`,
  })
}

type Shown = { letters: readonly Letter[]; invoices: readonly Invoice[]; posted: readonly Invoice[] }

/** The invoices of the case, what came by post, and what was sent, the newest first. */
export function lettersPage(visit: Visit, { letters, invoices, posted }: Shown): string {
  const { link } = visit
  const { say } = wordsOf(link)
  const row = ({ id, channel, at, subject, text }: Letter) =>
    html`<li><a href="/p/${link.token}/own/letters/${String(id)}"><b>${subject === '' ? beginOf(text) : subject}</b><span>${say(channel)} · ${formatDay(link.locale, at)}</span></a></li>`
  const invoiceRow = ({ id, fileName }: Invoice) =>
    html`<li><a href="/p/${link.token}/own/invoices/${String(id)}" download>${fileName}</a></li>`
  return visitPage(visit, {
    title: say('lettersTitle'),
    main: html`${back(visit, '/own')}<h1>${say('lettersTitle')}</h1>
${invoices.length > 0 && html`<h2>${say(invoices.length === 1 ? 'invoiceTitle' : 'invoicesTitle')}</h2><ul class="files">${invoices.map(invoiceRow)}</ul>`}
${posted.length > 0 && html`<h2>${say('postedTitle')}</h2><ul class="files">${posted.map(invoiceRow)}</ul>`}
${invoices.length + posted.length > 0 && letters.length > 0 && html`<h2>${say('sentTitle')}</h2>`}
${letters.length > 0 && html`<nav class="ways"><ul>${letters.map(row)}</ul></nav>`}
${letters.length + invoices.length + posted.length === 0 && html`<p>${say('lettersNone')}</p>`}`,
  })
}

/** One of them as text, to be read, printed or kept. */
export function letterPage(visit: Visit, { id, channel, at, subject, text, files }: Letter & { files: LetterFile[] }): string {
  const { link } = visit
  const { say } = wordsOf(link)
  const address = `/p/${link.token}/own/letters/${id}`
  return visitPage(visit, {
    title: say('lettersTitle'),
    main: html`${back(visit, '/own/letters')}<h1>${subject === '' ? say(channel) : subject}</h1>
<p class="made">${say(channel)} · ${formatDay(link.locale, at)}</p>
<div class="letter">${text}</div>
<ul class="files"><li><a href="${address}/text" download>${say('letterSave')}</a></li>${files.map(
      ({ no, fileName }) => html`<li><a href="${address}/files/${String(no)}" download>${fileName}</a></li>`,
    )}</ul>`,
  })
}

/** How the debtor is reached, to be corrected. */
export function detailsPage(visit: Visit, own: Own, { given = {}, faults = [], fault, isSaved = false }: Filled = {}): string {
  const { link } = visit
  const { say } = wordsOf(link)
  const field = (key: keyof typeof inputTypes) => {
    const isWrong = faults.includes(key)
    return html`<label class="field">${say(key)}<input name="${key}" type="${inputTypes[key].type}" autocomplete="${inputTypes[key].fill}" maxlength="254" value="${given[key] ?? own.fields[key] ?? ''}"${isWrong && html` aria-invalid="true" aria-describedby="fault"`}></label>`
  }
  return visitPage(visit, {
    title: say('detailsTitle'),
    main: html`${back(visit, '/own')}<h1>${say('detailsTitle')}</h1>
${isSaved ? html`<p role="status" class="saved">${say('saved')}</p>` : html`<p>${say('detailsText')}</p>`}
${faultOf(faults.length > 0 ? say('fieldsWrong', { fields: faults.map((key) => say(key as TextKey)).join(', ') }) : (fault ?? null))}
<form method="post" action="/p/${link.token}/own/details#fault">${detailsOffered(own).map(field)}<button type="submit">${say('save')}</button></form>`,
  })
}

/** What was sent, the fields that are wrong, and what else keeps it from being saved. */
export type Filled = { given?: Readonly<Record<string, string>>; faults?: readonly string[]; fault?: string; isSaved?: boolean }

const inputTypes = {
  telefoon1: { type: 'tel', fill: 'tel' },
  mobiel: { type: 'tel', fill: 'tel' },
  email: { type: 'email', fill: 'email' },
  straat: { type: 'text', fill: 'address-line1' },
  huisnummer: { type: 'text', fill: 'off' },
  toevoeging: { type: 'text', fill: 'off' },
  postcode: { type: 'text', fill: 'postal-code' },
  plaats: { type: 'text', fill: 'address-level2' },
} as const

/** How, when and in which language the debtor wants to be reached. */
export function wishesPage(visit: Visit, own: Own, { given = {}, faults = [], fault, isSaved = false }: Filled = {}): string {
  const { link } = visit
  const { say } = wordsOf(link)
  const field = ({ key, choices }: Wish) => {
    const chosen = given[key] ?? own.fields[key] ?? ''
    const options = choices.map(
      (choice) => html`<option value="${choice}"${choice === chosen && html` selected`}>${shownIn(say, key, choice)}</option>`,
    )
    const isKnown = choices.includes(chosen)
    return html`<label class="field">${say(key)}<select name="${key}"${faults.includes(key) && html` aria-invalid="true" aria-describedby="fault"`}>${!isKnown && html`<option value="${chosen}" selected>${chosen}</option>`}${options}</select></label>`
  }
  return visitPage(visit, {
    title: say('wishesTitle'),
    main: html`${back(visit, '/own')}<h1>${say('wishesTitle')}</h1>
${isSaved ? html`<p role="status" class="saved">${say('saved')}</p>` : html`<p>${say('wishesText')}</p>`}
${faultOf(faults.length > 0 ? say('hoursWrong') : (fault ?? null))}
<form method="post" action="/p/${link.token}/own/wishes#fault">${wishesOffered(own).map(field)}<button type="submit">${say('save')}</button></form>`,
  })
}

function back({ link }: Visit, to: string): Html {
  return html`<p class="back"><a href="/p/${link.token}${to}">${wordsOf(link).say('back')}</a></p>`
}

function beginOf(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length > 70 ? `${line.slice(0, 70).toWellFormed()}…` : line
}
