import { type Locale, locales } from '@regie/contract/locale.ts'
import type { TemplateBlock } from '@regie/contract/template-blocks.ts'
import { type TemplateKind, TemplateOptions, type WrittenTemplate } from '@regie/contract/templates.ts'
import { textAboveChoices } from '@regie/contract/whatsapp-choices.ts'
import type { TemplateTexts } from '../../templates/render-template.ts'

type Stored = { kind: TemplateKind; written: unknown; texts: unknown }

/** A revision as staff wrote it. Of one that came with the product, or from before staff could write, it is made of what is sent. */
export function writtenOf({ kind, written, texts }: Stored): WrittenTemplate {
  // Checked when it was kept; what is stored can always be read, and dropped.
  if (written !== null) return written as WrittenTemplate
  const sent = texts as TemplateTexts
  const bodies = locales.flatMap((locale) => {
    const body = sent[locale]
    if (!body) return []
    const { subject, preheader, text, approved, choices } = body
    const isMail = kind === 'email'
    return [
      [
        locale,
        {
          subject: isMail ? subject : '',
          text: isMail ? '' : choices ? textAboveChoices(text, choices) : text,
          blocks: isMail ? blocksOf(text, locale) : [],
          ...(preheader !== undefined && { preheader }),
          ...(approved && { approved }),
          ...(choices && { choices }),
        },
      ] as const,
    ]
  })
  const found: Partial<WrittenTemplate> = Object.fromEntries(bodies)
  return { ...found, nl: found.nl ?? bodies[0]?.[1] ?? emptyBody }
}

const emptyBody = { subject: '', text: '', blocks: [] }
export const emptyTemplate: WrittenTemplate = { nl: emptyBody }
export const optionsOf = (stored: unknown) => TemplateOptions.parse(stored)

const payWords = { nl: 'Nu betalen', eng: 'Pay now', fr: 'Payer maintenant' }

/** The paragraphs of a plain text as pieces; a payment link on a line of its own is a button. */
function blocksOf(text: string, locale: Locale): TemplateBlock[] {
  const escape = (line: string) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part, at): TemplateBlock => {
      const id = `b${at}`
      if (part.trim() === '{{betaallink}}') return { id, type: 'pay', label: payWords[locale] }
      return { id, type: 'text', html: `<p>${escape(part).replaceAll('\n', '<br />')}</p>` }
    })
}
