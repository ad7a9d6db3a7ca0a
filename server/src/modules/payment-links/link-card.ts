import type { Letterhead } from '@regie/contract/letterheads.ts'
import { type Html, html } from '../../platform/http/html.ts'
import type { PageLink } from './payment-link-queries.ts'
import { paymentLinkUrl } from './payment-link-url.ts'
import { paymentText } from './payment-texts.ts'

/** What a chat app shows of a link that was sent: nothing of the person, the amount or the invoice. */
export type LinkCard = { title: string; description: string; image: string | null; url: string; siteName: string }

/** The card of a link: who sends it, by the name and logo of its letterhead. */
export function cardOf({ token, locale }: PageLink, { name, logo }: Letterhead, publicUrl: string): LinkCard {
  return {
    title: name,
    // Without one an app takes the first words of the page, which say that something is owed.
    description: paymentText(locale, 'cardDescription'),
    image: logo === null ? null : `${publicUrl}${logo}`,
    url: paymentLinkUrl(publicUrl, token),
    siteName: name,
  }
}

/** The card as chat apps read it from the head of a page (Open Graph). */
export function cardHead({ title, description, image, url, siteName }: LinkCard): Html {
  return html`
<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${siteName}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
${image !== null && html`<meta property="og:image" content="${image}">`}
<meta name="twitter:card" content="summary">`
}
