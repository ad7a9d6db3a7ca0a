import type { Locale } from '@regie/contract/locale.ts'
import { html } from '../../../platform/http/html.ts'
import { htmlPage } from '../../../platform/http/html-page.ts'
import { paymentStylePath } from '../../payment-links/page-shell.ts'
import eng from './texts/eng.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import nl from './texts/nl.json' with { type: 'json' }

const texts: Record<Locale, Record<keyof typeof nl, string>> = { nl, eng, fr }

/** Asked whether they want to leave, left, or a stranger. */
export type UnsubscribeView = 'ask' | 'done' | 'unknown' | 'tooMany'
type Shown = { customerName: string; token: string }

/** The page on which a reader leaves: whose mail it is and what follows; nothing of the person. */
export function unsubscribePage(locale: Locale, view: UnsubscribeView, { customerName, token }: Shown = { customerName: '', token: '' }) {
  const say = (key: keyof typeof nl) => texts[locale][key].replaceAll('{customer}', customerName)
  const isKnown = view === 'ask' || view === 'done'
  return htmlPage({
    locale,
    title: `${say(`${view}Heading`)}`,
    head: html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${paymentStylePath}">`,
    body: html`<body>
<main class="card">
${isKnown && html`<p class="creditor">${customerName}</p>`}
<h1>${say(`${view}Heading`)}</h1>
<p role="status">${say(`${view}Text`)}</p>
${isKnown && html`<p class="hint">${say('claimStays')}</p>`}
${view === 'ask' && html`<form method="post" action="/u/${token}"><button type="submit">${say('leave')}</button></form>`}
</main>
</body>`,
  })
}
