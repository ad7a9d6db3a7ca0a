import type { Letterhead } from '@regie/contract/letterheads.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { type TemplateDetail, TemplateOptions } from '@regie/contract/templates.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Html, html } from '../../platform/http/html.ts'
import { findLetterhead } from '../customers/letterhead-queries.ts'
import { findCardImage, type ShownImage } from './card-images.ts'
import type { PageLink } from './payment-link-queries.ts'
import { paymentLinkUrl } from '../cases/money/payment-link-url.ts'
import { paymentText } from './payment-texts.ts'

/** What a chat app shows of a link that was sent: nothing of the person, the amount or the invoice. */
export type LinkCard = { title: string; description: string; image: CardPicture | null; url: string; siteName: string }
type CardPicture = { address: string; own: ShownImage | null }

/** The card of a link: the words and picture of the text that brought it, or who sends it, by the name and logo of its letterhead. */
export async function findCard(db: Db, link: PageLink, { name, logo }: Letterhead, publicUrl: string): Promise<LinkCard> {
  const { cardTitle, cardDescription, cardImage } = await findOptions(db, link)
  const own = await findCardImage(db, link.customer_id, cardImage)
  const path = own?.path ?? logo
  return {
    title: cardTitle || name,
    // Without one an app takes the first words of the page, which say that something is owed.
    description: cardDescription || paymentText(link.locale, 'cardDescription'),
    image: path === null ? null : { address: `${publicUrl}${path}`, own },
    url: paymentLinkUrl(publicUrl, link.token),
    siteName: name,
  }
}

/** The options of the newest text to a chat that carries this link; how a text begins, where there is none. */
async function findOptions(db: Db, { customer_id, case_id, token }: PageLink): Promise<TemplateOptions> {
  const { rows } = await sql<{ options: unknown }>`
    select r.options
    from communications m
    join communication_contents c
      on c.customer_id = m.customer_id and c.communication_id = m.id and c.queued_at = m.queued_at
    join template_revisions r on r.customer_id = c.customer_id and r.id = c.template_revision_id
    where m.customer_id = ${customer_id} and m.case_id = ${case_id} and m.channel in ('sms', 'whatsapp')
      and strpos(c.text, ${token}) > 0
    order by m.id desc
    limit 1`.execute(db)
  return TemplateOptions.parse(rows[0]?.options ?? {})
}

/** What stands on the card of a customer's links whose text says nothing else. */
export async function findUsualCard(db: Db, customerId: number): Promise<TemplateDetail['usualCard']> {
  const { name, logo } = await findLetterhead(db, customerId)
  const description = (locale: Locale) => paymentText(locale, 'cardDescription')
  return { title: name, description: { nl: description('nl'), eng: description('eng'), fr: description('fr') }, image: logo }
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
${image !== null && imageHead(image)}
<meta name="twitter:card" content="${image?.own ? 'summary_large_image' : 'summary'}">`
}

/** With its size an app draws the card before it has fetched the picture. */
const imageHead = ({ address, own }: CardPicture): Html => html`<meta property="og:image" content="${address}">
${
  own !== null &&
  html`<meta property="og:image:type" content="${own.mediaType}">
<meta property="og:image:width" content="${String(own.width)}">
<meta property="og:image:height" content="${String(own.height)}">`
}`
