import type { Locale } from '@regie/contract/locale.ts'
import { html as escaped } from '../../../platform/http/html.ts'
import { paymentText } from '../payment-texts.ts'

type Image = { urls: readonly string[]; pageUrl: string; locale: Locale }

/** A mail with the picture of how its request stands, above its words. The picture is fetched each time that the mail is opened. */
export function withStatusImage(html: string | null, { urls, pageUrl, locale }: Image): string | null {
  if (html === null) return null
  const alt = paymentText(locale, 'imageAlt')
  const images = urls.map((url) => escaped`<img src="${url}" height="36" alt="${alt}" style="height:36px;border:0;vertical-align:top">`)
  const line = escaped`<div style="padding:16px;text-align:center"><a href="${pageUrl}">${images}</a></div>`.text
  const body = /<body[^>]*>/i.exec(html)
  if (!body) return `${line}${html}`
  const at = body.index + body[0].length
  return `${html.slice(0, at)}${line}${html.slice(at)}`
}
