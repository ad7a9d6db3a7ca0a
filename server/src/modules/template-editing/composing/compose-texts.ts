import { htmlLang, type Locale, locales } from '@regie/contract/locale.ts'
import { sectionPlace, type TemplateBlock } from '@regie/contract/template-blocks.ts'
import { textOfApproved } from '@regie/contract/whatsapp.ts'
import {
  type TemplateKind,
  type TemplateOptions,
  templateBodyMax,
  type WrittenBody,
  type WrittenTemplate,
} from '@regie/contract/templates.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { TemplateTexts } from '../../templates/render-template.ts'
import { compileMail } from './mail-work.ts'
import { mjmlOf, plainTextOf } from './mail-mjml.ts'

/** A section as others use it: the text of its live revision. */
export type Section = { templateId: number; key: string; written: WrittenTemplate }
export type Sections = ReadonlyMap<string, Section>

/** How many sections may stand in one another. Deeper than anybody builds; what refers to itself ends here. */
export const depthMax = 5
// Each section holds others: without an end they multiply to a text that keeps everybody waiting.
const piecesMax = 600

type Room = { pieces: number; characters: number }
const wholeRoom = (): Room => ({ pieces: piecesMax, characters: templateBodyMax })

function take(room: Room, pieces: number, characters: number): void {
  room.pieces -= pieces
  room.characters -= characters
  if (room.pieces < 0 || room.characters < 0) throw new AppError('template.tooLarge')
}

/** Only the body of this language; Dutch where there is none. */
export const bodyIn = (written: WrittenTemplate, locale: Locale): WrittenBody => written[locale] ?? written.nl

/** The keys of the sections that a text names itself. */
export function sectionsNamed(written: WrittenTemplate): string[] {
  const named = locales.flatMap((locale) => {
    const body = written[locale]
    if (!body) return []
    return [
      ...body.blocks.flatMap((block) => (block.type === 'section' ? [block.key] : [])),
      ...[...body.text.matchAll(sectionPlace)].map(([, key]) => key ?? ''),
    ]
  })
  return [...new Set(named)]
}

/** The pieces of a body with those of its sections in their places; unknown ones fall out. */
export function withSections(blocks: readonly TemplateBlock[], locale: Locale, sections: Sections): TemplateBlock[] {
  const room = wholeRoom()
  const filled = (pieces: readonly TemplateBlock[], depth: number): TemplateBlock[] => {
    if (depth > depthMax) throw new AppError('template.tooDeep')
    return pieces.flatMap((block) => {
      // A place counts too: sections without a text multiply as well.
      take(room, 1, JSON.stringify(block).length)
      if (block.type !== 'section') return [block]
      const section = sections.get(block.key)
      return section ? filled(bodyIn(section.written, locale).blocks, depth + 1) : []
    })
  }
  return filled(blocks, 0)
}

/** The same for a text without pieces. */
export function textWithSections(text: string, locale: Locale, sections: Sections): string {
  const room = wholeRoom()
  const filled = (part: string, depth: number): string => {
    if (depth > depthMax) throw new AppError('template.tooDeep')
    take(room, 0, part.length)
    return part.replace(sectionPlace, (_all, key: string) => {
      take(room, 1, 0)
      const section = sections.get(key)
      return section ? filled(bodyIn(section.written, locale).text, depth + 1) : ''
    })
  }
  return filled(text, 0)
}

type Composing = { kind: TemplateKind; written: WrittenTemplate; options: Pick<TemplateOptions, 'headerHeight'> }

/** The text of one language as it is sent, its merge fields still in it. */
export async function composeBody({ kind, written, options }: Composing, locale: Locale, sections: Sections) {
  const { subject, text, blocks, approved, choices, preheader = '' } = bodyIn(written, locale)
  if (kind === 'whatsapp' && approved) return { subject: '', text: textOfApproved(approved), approved }
  if (kind === 'whatsapp' && choices) return { subject: '', text: textWithSections(text, locale, sections), choices }
  if (kind !== 'email') return { subject: '', text: textWithSections(text, locale, sections) }
  const pieces = withSections(blocks, locale, sections)
  return {
    subject,
    text: plainTextOf(pieces),
    html: await compileMail(mjmlOf(pieces, htmlLang[locale], { preheader, headerHeight: options.headerHeight })),
  }
}

/** The texts of all languages that were written, as they are sent. */
export async function composeTexts(composing: Composing, sections: Sections): Promise<TemplateTexts> {
  const texts: TemplateTexts = {}
  for (const locale of locales) if (composing.written[locale]) texts[locale] = await composeBody(composing, locale, sections)
  return texts
}
