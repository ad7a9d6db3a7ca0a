import type { IncomingHttpHeaders } from 'node:http'

// Mail services that fetch images for their readers, of which Apple's (which names itself by this alone) does so for every mail; and what looks for viruses.
// A Cubot is a phone.
const fetchers =
  /googleimageproxy|yahoomailproxy|outlook-?imageproxy|(?<!cu)bot\b|crawl|spider|scan|preview|prefetch|proofpoint|mimecast|barracuda|^mozilla\/5\.0$|^$/i
// Chat apps fetch a page to show what a link leads to. Apple's calls itself facebookexternalhit too, and Signal calls itself WhatsApp. The browser
// within an app names the app otherwise (FBAV, LinkedInApp, Twitter for iPhone): there a person reads.
const previewers = /^whatsapp\/|facebookexternalhit|facebookcatalog|meta-externalagent|^viber|vkshare|embedly|iframely/i

/** Perhaps no person asked for this: a program of a mail service or a chat app fetches images and follows links by itself. */
export function isPerhapsProgram(headers: IncomingHttpHeaders): boolean {
  const purpose = [headers['purpose'], headers['sec-purpose'], headers['x-moz'], headers['x-purpose']].join(' ')
  const agent = (headers['user-agent'] ?? '').trim()
  return /prefetch|preview/i.test(purpose) || [fetchers, previewers].some((known) => known.test(agent))
}
