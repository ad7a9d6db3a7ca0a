import { type Locale, locales } from '@regie/contract/locale.ts'
import { smsSegments } from '@regie/contract/sms-segments.ts'
import { isSafeAddress, mergeField } from '@regie/contract/template-blocks.ts'
import type { TemplateFault, TemplateKind, WrittenBody, WrittenTemplate } from '@regie/contract/templates.ts'
import { AppError } from '../../../platform/app-error.ts'
import { bodyIn, type Sections, sectionsNamed, textWithSections, withSections } from './compose-texts.ts'
import { plainTextOf } from './mail-mjml.ts'

// product.md §5.15: a phone shows no more of a subject; a provider takes no more parts of an SMS.
const subjectGood = 60
const smsPartsMax = 4
// A term that begins with the date of the letter is void: fourteen days after it was delivered (art. 6:96 BW).
const wrongTerm = /14 dagen na (?:heden|dagtekening)|veertien dagen na (?:heden|dagtekening)/i

// What is left of braces when the places that are filled are out; tags between them show only as braces.
const brokenPlace = /(?:\{(?:<[^<>]*>)*\{|\}(?:<[^<>]*>)*\})[^{}]{0,40}/

type Known = { fields: ReadonlySet<string>; sections: Sections }

/** What is wrong with a text, language by language; what blocks keeps it from being sent. */
export function faultsOf(kind: TemplateKind, written: WrittenTemplate, isSection: boolean, known: Known): TemplateFault[] {
  return locales.filter((locale) => written[locale] !== undefined).flatMap((locale) => faultsIn(kind, written, locale, isSection, known))
}

function faultsIn(kind: TemplateKind, written: WrittenTemplate, locale: Locale, isSection: boolean, { fields, sections }: Known) {
  const faults: TemplateFault[] = []
  const report = (fault: TemplateFault['fault'], detail = '', blocks = true) => faults.push({ fault, locale, detail, blocks })
  const { subject, text, blocks } = bodyIn(written, locale)
  const filled = filledIn(kind, { text, blocks }, locale, sections)
  if (filled === null) {
    report('sectionsTooLarge')
    return faults
  }
  const { pieces, whole } = filled
  if (whole.trim() === '') report('textMissing')
  if (kind === 'email' && !isSection && subject.trim() === '') report('subjectMissing')
  const asked = new Set([...`${subject} ${whole}`.matchAll(mergeField)].map(([, name]) => name ?? ''))
  for (const name of asked) if (!fields.has(name)) report('fieldUnknown', name)
  for (const part of [subject, whole, ...pieces.flatMap((piece) => (piece.type === 'text' ? [piece.html] : []))]) {
    const broken = brokenPlace.exec(part.replaceAll(mergeField, ''))
    if (!broken) continue
    report('placeBroken', broken[0].replace(/<[^<>]*>/g, ''))
    break
  }
  for (const key of sectionsNamed({ nl: bodyIn(written, locale) })) if (!sections.has(key)) report('sectionUnknown', key)
  for (const piece of pieces) {
    const address = piece.type === 'button' ? piece.href : piece.type === 'image' ? piece.src : null
    if (address !== null && !isSafeAddress(address)) report('addressInvalid', address)
  }
  if (subject.length > subjectGood) report('subjectLong', String(subject.length), false)
  if (wrongTerm.test(whole)) report('termWrong', '', false)
  if (kind === 'sms' && !isSection) {
    const { segments, breakers } = smsSegments(whole)
    if (segments > smsPartsMax) report('smsTooLong', String(segments))
    else if (segments > 1) report('smsParts', String(segments), false)
    if (breakers.length > 0) report('smsExpensive', breakers.join(' '), false)
  }
  return faults
}

/** The text with its sections; null when they make it too large or go too deep. */
function filledIn(kind: TemplateKind, { text, blocks }: Pick<WrittenBody, 'text' | 'blocks'>, locale: Locale, sections: Sections) {
  try {
    const pieces = kind === 'email' ? withSections(blocks, locale, sections) : []
    return { pieces, whole: kind === 'email' ? plainTextOf(pieces) : textWithSections(text, locale, sections) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return null
  }
}
