import type { Locale } from '@regie/contract/locale.ts'
import type { WebChatPage } from '@regie/contract/web-chat.ts'
import { html } from '../../../platform/http/html.ts'
import { htmlPage } from '../../../platform/http/html-page.ts'
import eng from './texts/eng.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import nl from './texts/nl.json' with { type: 'json' }

const texts: Record<Locale, Record<keyof typeof nl, string>> = { nl, eng, fr }

/** The page in the frame on a site: its look and words; its script draws the rest. */
export function webChatPage(page: Omit<WebChatPage, 'texts'>): string {
  const { locale } = page
  const shown: WebChatPage = { ...page, texts: texts[locale] }
  return htmlPage({
    locale,
    title: texts[locale].title,
    head: html`<link rel="stylesheet" href="/widget/frame.css">
<script type="module" src="/widget/frame.js"></script>`,
    body: html`<body data-chat="${JSON.stringify(shown)}">
</body>`,
  })
}

/** A page as a customer's site has one, with the chat on it: for trying it before it stands on the true site. */
export function examplePage(locale: Locale, siteKey: string, customerName: string): string {
  const say = texts[locale]
  return htmlPage({
    locale,
    title: `${say.exampleTitle} · ${customerName}`,
    head: html`<link rel="stylesheet" href="/widget/example.css">
<script async src="/widget/embed.js" data-chat="${siteKey}"></script>`,
    body: html`<body>
<header><strong>${customerName}</strong></header>
<main>
<h1>${say.exampleHeading}</h1>
<p>${say.exampleText}</p>
<p>${say.exampleMore}</p>
</main>
</body>`,
  })
}
