import { paymentLinkUrl } from '../../cases/money/payment-link-url.ts'
import { hasCopy, type MailExtras } from '../../templates/mail-extras.ts'
import { trackingToken } from './tracking-token.ts'

type Place = { secretKey: Buffer; publicUrl: string }
type Mail = { id: number; html: string | null; mail: MailExtras | null }

const linkPlace = /(<a\s[^<>]{0,2000}?\bhref=")(https?:\/\/[^"<>]{1,2000})"/gi

/**
 * The HTML of a mail whose template wants to know whether it is read: its links lead by us, and an image says that it was opened. Of our own pages
 * only the way to pay is noted: the others stay as they are, and what is no address. Where others get the mail too, nothing would say who read it: it
 * stays as it is.
 */
export function trackedHtml({ secretKey, publicUrl }: Place, { id, html, mail }: Mail): string | null {
  if (html === null || mail?.track !== true || hasCopy(mail)) return html
  const linked = html.replace(linkPlace, (all: string, before: string, escaped: string) => {
    const target = unescaped(escaped)
    const isOurs = target === publicUrl || target.startsWith(`${publicUrl}/`)
    if ((isOurs && !target.startsWith(paymentLinkUrl(publicUrl, ''))) || !URL.canParse(target)) return all
    return `${before}${publicUrl}/k/${trackingToken(secretKey, id, target)}?u=${encodeURIComponent(target)}"`
  })
  const pixel = `<img src="${publicUrl}/o/${trackingToken(secretKey, id, null)}" width="1" height="1" alt="" style="border:0">`
  const end = linked.toLowerCase().lastIndexOf('</body>')
  return end < 0 ? `${linked}${pixel}` : `${linked.slice(0, end)}${pixel}${linked.slice(end)}`
}

const entities: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>' }
const unescaped = (text: string) => text.replace(/&(amp|quot|#39|lt|gt);/g, (entity) => entities[entity] ?? entity)
