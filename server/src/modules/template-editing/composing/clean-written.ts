import { locales } from '@regie/contract/locale.ts'
import type { WrittenTemplate } from '@regie/contract/templates.ts'
import { cleanRichText } from './mail-mjml.ts'
import { cleanApart } from './mail-work.ts'

// What is made of nothing but tags takes 3 ms for a thousand characters: a letter is cleaned at once, what is longer keeps nobody else waiting.
const lettersAtOnce = 4_000

/** A text with only the tags that may stay: what is stored can be shown to staff as it is. */
export async function cleaned(written: WrittenTemplate): Promise<WrittenTemplate> {
  const given = locales.flatMap((locale) => written[locale]?.blocks ?? []).flatMap((block) => (block.type === 'text' ? [block.html] : []))
  const letters = given.reduce((sum, html) => sum + html.length, 0)
  const clean = letters <= lettersAtOnce ? given.map(cleanRichText) : await cleanApart(given)
  const next = clean.values()
  const bodies = locales.flatMap((locale) => {
    const body = written[locale]
    if (!body) return []
    const blocks = body.blocks.map((block) => (block.type === 'text' ? { ...block, html: next.next().value ?? '' } : block))
    return [[locale, { ...body, blocks }] as const]
  })
  return { nl: written.nl, ...Object.fromEntries(bodies) }
}
