import { locales } from '@regie/contract/locale.ts'
import type { WrittenTemplate } from '@regie/contract/templates.ts'
import { cleanRichText } from './mail-mjml.ts'

/** A text with only the tags that may stay: what is stored can be shown to staff as it is. */
export function cleaned(written: WrittenTemplate): WrittenTemplate {
  const bodies = locales.flatMap((locale) => {
    const body = written[locale]
    if (!body) return []
    const blocks = body.blocks.map((block) => (block.type === 'text' ? { ...block, html: cleanRichText(block.html) } : block))
    return [[locale, { ...body, blocks }] as const]
  })
  return { nl: written.nl, ...Object.fromEntries(bodies) }
}
