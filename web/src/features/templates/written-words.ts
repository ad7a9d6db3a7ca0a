import type { Locale } from '@regie/contract/locale.ts'
import type { WrittenTemplate } from '@regie/contract/templates.ts'

/** A text as plain words, to be compared with another revision. */
export function wordsOf(written: WrittenTemplate, locale: Locale): string {
  const body = written[locale]
  if (!body) return ''
  const pieces = body.blocks.map((block) => {
    if (block.type === 'heading') return block.text
    // Only read, never put into a page: what stands between the tags.
    if (block.type === 'text')
      return new DOMParser().parseFromString(block.html.replaceAll('</p>', '</p>\n'), 'text/html').body.textContent.trim()
    if (block.type === 'button') return `${block.label} (${block.href})`
    if (block.type === 'pay') return `${block.label} ({{betaallink}})`
    if (block.type === 'image') return `${block.alt} (${block.src})`
    return block.type === 'section' ? `{{> ${block.key} }}` : '---'
  })
  return [body.subject, body.preheader ?? '', body.text, ...pieces].filter((part) => part !== '').join('\n\n')
}
