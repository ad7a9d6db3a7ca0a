import type { TemplateBlock } from '@regie/contract/template-blocks.ts'
import { isSafeAddress, mergeField } from '@regie/contract/template-blocks.ts'

// Names that lead nowhere outside a manual or an office (RFC 2606, RFC 6762), and what an editor puts there to be replaced.
const nowhere = /(?:^|\.)(?:example(?:\.(?:com|org|net|nl))?|voorbeeld\.nl|test|invalid|localhost|local|internal|lan)$/i
const inText = /\bhttps?:\/\/[^\s<>"']+/gi
const inHtml = /<a(?:\s+href="([^"<>]*)")?\s*>/g

/** The links of a text that can not lead anywhere, by their shape alone: nobody is asked. */
export function deadLinks(text: string, blocks: readonly TemplateBlock[]): string[] {
  const named = [
    ...[...text.matchAll(inText)].map(([address]) => address.replace(/[.,;:!?)]{1,9}$/, '')),
    ...blocks.flatMap((block) => {
      if (block.type === 'button') return [block.href]
      if (block.type === 'image') return [block.src]
      return block.type === 'text' ? [...block.html.matchAll(inHtml)].map(([, href]) => href ?? '') : []
    }),
  ]
  return [...new Set(named.filter(isDead))]
}

function isDead(address: string): boolean {
  if (address.trim() === '' || address === '#') return true
  // A place in it is filled in later; mail and phone are another matter.
  if (address.replaceAll(mergeField, '') !== address || /^(?:mailto|tel):/i.test(address)) return false
  if (!URL.canParse(address)) return true
  const { protocol, hostname, pathname } = new URL(address)
  const host = hostname.replace(/^www\./, '')
  const isHost = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/i.test(hostname) && !nowhere.test(host)
  // Somebody pasted a second address behind the first.
  return protocol !== 'https:' || !isHost || pathname.includes('https:') || !isSafeAddress(address)
}
