import type { IncomingHttpHeaders } from 'node:http'

// Mail services that fetch images for their readers, of which Apple's (which names itself by this alone) does so for every mail; and what looks for viruses.
const fetchers =
  /googleimageproxy|yahoomailproxy|outlook-?imageproxy|bot\b|crawl|spider|scan|preview|prefetch|proofpoint|mimecast|barracuda|^mozilla\/5\.0$|^$/i

/** Perhaps no person asked for this: a program of a mail service fetches images and follows links by itself. */
export function isPerhapsProgram(headers: IncomingHttpHeaders): boolean {
  const purpose = [headers['purpose'], headers['sec-purpose'], headers['x-moz'], headers['x-purpose']].join(' ')
  return /prefetch|preview/i.test(purpose) || fetchers.test((headers['user-agent'] ?? '').trim())
}
