import { type Locale, locales } from '@regie/contract/locale.ts'
import { smsSegments } from '@regie/contract/sms-segments.ts'
import { isSafeAddress, mergeField } from '@regie/contract/template-blocks.ts'
import {
  type FaultPlace,
  hasLinkCard,
  type TemplateDetail,
  type TemplateFault,
  type TemplateKind,
  type TemplateOptions,
  type WrittenBody,
  type WrittenTemplate,
} from '@regie/contract/templates.ts'
import { lacksFile, placesOpen, textOfApproved } from '@regie/contract/whatsapp.ts'
import { changedChoices, choiceFaults, textWithChoices, type WhatsappChoices } from '@regie/contract/whatsapp-choices.ts'
import { AppError } from '../../../platform/app-error.ts'
import { bodyIn, type Sections, sectionsNamed, textWithSections, withSections } from './compose-texts.ts'
import { deadLinks } from './dead-links.ts'
import { plainTextOf } from './mail-mjml.ts'
import { singleBraces } from './single-braces.ts'
import { styleFaults } from './style-faults.ts'
import { toneFaults } from './tone-faults.ts'

// product.md §5.15: a phone shows no more of a subject; a provider takes no more parts of an SMS.
const subjectGood = 60
const preheaderGood = 90
const smsPartsMax = 4
// A term that begins with the date of the letter is void: fourteen days after it was delivered (art. 6:96 BW).
const wrongTerm = /14 dagen na (?:heden|dagtekening)|veertien dagen na (?:heden|dagtekening)/i

// What is left of braces when the places that are filled are out; tags between them show only as braces.
const brokenPlace = /(?:\{(?:<[^<>]*>)*\{|\}(?:<[^<>]*>)*\})[^{}]{0,40}/

type OfCard = 'cardTitle' | 'cardDescription' | 'cardImage'
type OptionsAsked = 'formalLetter' | 'longSms' | 'smsProvider' | 'logStatusAt' | 'to' | 'replyTo' | 'cc' | 'bcc' | OfCard
type Options = Partial<Pick<TemplateOptions, OptionsAsked>>
/** `approved`: name and language of each text that Meta approved. `formalLetter`: the law says what stands in it. */
type Known = {
  fields: ReadonlySet<string>
  sections: Sections
  approved?: ReadonlySet<string>
  /** The files that stand at the head of these texts and are kept. */
  files?: ReadonlySet<number>
  options?: Options
  /** Is the picture kept that the options name for the card of a link? */
  hasCardImage?: boolean
  smsProviders?: TemplateDetail['smsProviders']
  statusFields?: readonly { key: string }[]
}

/** What is wrong with a text, language by language; what blocks keeps it from being sent. */
export function faultsOf(kind: TemplateKind, written: WrittenTemplate, isSection: boolean, known: Known): TemplateFault[] {
  const inTexts = locales
    .filter((locale) => written[locale] !== undefined)
    .flatMap((locale) => faultsIn(kind, written, locale, isSection, known))
  if (isSection) return inTexts
  const inOptions = [...(kind === 'call' ? [] : statusFaults(known)), ...(kind === 'email' ? addressFaults(known) : [])]
  return [...inTexts, ...inOptions, ...(kind === 'sms' ? providerFaults(known) : []), ...(hasLinkCard(kind) ? cardFaults(known) : [])]
}

const ofOptions = { locale: 'nl', place: 'text', blocks: true, mayPass: false } as const

/** A field that nobody has fills in nobody's address. */
function addressFaults({ fields, options: { to = '', replyTo = '', cc = '', bcc = '' } = {} }: Known): TemplateFault[] {
  const asked = new Set([...`${to} ${replyTo} ${cc} ${bcc}`.matchAll(mergeField)].map(([, name]) => name ?? ''))
  return [...asked].filter((name) => !fields.has(name)).map((detail) => ({ ...ofOptions, fault: 'receiverUnknown', detail }))
}

function statusFaults({ options, statusFields = [] }: Known): TemplateFault[] {
  const named = options?.logStatusAt ?? ''
  if (named === '' || statusFields.some(({ key }) => key === named)) return []
  return [{ ...ofOptions, fault: 'statusFieldGone', detail: named }]
}

/** Everybody who sees the chat sees the card, and the app fetches it for itself: nothing of a person is filled in there. */
function cardFaults({ options: { cardTitle = '', cardDescription = '' } = {}, hasCardImage = true }: Known): TemplateFault[] {
  const [braces] = /[{}]{2}[^{}]{0,40}/.exec(`${cardTitle} ${cardDescription}`) ?? []
  return [
    ...(braces === undefined ? [] : [{ ...ofOptions, fault: 'cardField' as const, detail: braces.replace(/^[{}]+/, '').trim() }]),
    ...(hasCardImage ? [] : [{ ...ofOptions, fault: 'cardImageGone' as const, detail: '' }]),
  ]
}

/** Who is to take it is named once, whatever the languages. */
function providerFaults({ options, smsProviders = [] }: Known): TemplateFault[] {
  const named = options?.smsProvider ?? null
  if (named === null) return []
  const found = smsProviders.find(({ providerID }) => providerID === named)
  if (found && !found.isOff) return []
  return [{ ...ofOptions, fault: found ? 'smsProviderOff' : 'smsProviderGone', detail: found?.name ?? '' }]
}

function faultsIn(
  kind: TemplateKind,
  written: WrittenTemplate,
  locale: Locale,
  isSection: boolean,
  { fields, sections, approved: approvedNow, files = new Set(), options: { formalLetter = false, longSms = true } = {} }: Known,
) {
  const faults: TemplateFault[] = []
  const report = (fault: TemplateFault['fault'], detail = '', blocks = true, mayPass = false, place: FaultPlace = 'text') =>
    faults.push({ fault, locale, detail, place, blocks, mayPass })
  const body = bodyIn(written, locale)
  const { subject, blocks, approved, choices, preheader = '' } = body
  const own = kind === 'whatsapp' && !approved ? choices : undefined
  const text = kind === 'whatsapp' && approved ? textOfApproved(approved) : own ? textWithChoices(body.text, own) : body.text
  const filled = filledIn(kind, { text, blocks }, locale, sections)
  if (filled === null) {
    report('sectionsTooLarge')
    return faults
  }
  const { pieces, whole } = filled
  if (kind === 'whatsapp' && !isSection) {
    if (own) for (const { fault, detail } of ownFaults(body.text, own)) report(fault, detail)
    else if (!approved) report('approvedMissing')
    else {
      for (const place of placesOpen(approved)) report('placeOpen', place)
      if (lacksFile(approved) || (approved.file && !files.has(approved.file.fileID))) report('headerFileMissing')
      if (approvedNow && !approvedNow.has(approvedKey(approved))) report('approvedGone', approved.name)
      // A place without a field is named above.
      if (placesOpen(approved).length > 0) return faults
    }
  }
  if ((own ? body.text : whole).trim() === '') report('textMissing')
  if (kind === 'email' && !isSection && subject.trim() === '') report('subjectMissing', '', true, false, 'subject')
  const asked = new Set([...`${subject} ${preheader} ${whole}`.matchAll(mergeField)].map(([, name]) => name ?? ''))
  for (const name of asked) if (!fields.has(name)) report('fieldUnknown', name)
  for (const part of [subject, preheader, whole, ...pieces.flatMap((piece) => (piece.type === 'text' ? [piece.html] : []))]) {
    const broken = brokenPlace.exec(part.replaceAll(mergeField, ''))
    if (!broken) continue
    report('placeBroken', broken[0].replace(/<[^<>]*>/g, ''))
    break
  }
  for (const [place, words] of [['subject', subject] as const, ['preheader', preheader] as const, ['text', whole] as const])
    for (const { found, meant } of new Map(singleBraces(words, fields).map((one) => [one.found, one])).values())
      report('placeSingle', `${found} → ${meant}`, false, false, place)
  for (const key of sectionsNamed({ nl: bodyIn(written, locale) })) if (!sections.has(key)) report('sectionUnknown', key)
  for (const piece of pieces) {
    const address = piece.type === 'button' ? piece.href : piece.type === 'image' ? piece.src : null
    if (address !== null && !isSafeAddress(address)) report('addressInvalid', address)
  }
  if (subject.length > subjectGood) report('subjectLong', String(subject.length), false, false, 'subject')
  if (kind === 'email' && !isSection && preheader.trim() === '') report('preheaderMissing', '', false, false, 'preheader')
  if (preheader.length > preheaderGood) report('preheaderLong', String(preheader.length), false, false, 'preheader')
  // The words of a text that Meta approved are not ours to mend.
  const tone = kind === 'whatsapp' && approved ? [] : toneFaults({ subject, preheader, whole, pieces }, locale)
  for (const { fault, detail, place } of tone) report(fault, detail, false, false, place)
  // Only in a letter that the law prescribes does it cost the costs.
  if (wrongTerm.test(whole)) report('termWrong', '', formalLetter, formalLetter)
  const named = new Set(faults.map(({ detail }) => detail))
  for (const address of deadLinks(kind === 'email' ? '' : whole, pieces)) if (!named.has(address)) report('linkDead', address, true, true)
  if (kind === 'sms' && !isSection) {
    const { segments, breakers } = smsSegments(whole)
    if (segments > smsPartsMax) report('smsTooLong', String(segments))
    else if (segments > 1 && !longSms) report('smsOnlyOne', String(segments))
    else if (segments > 1) report('smsParts', String(segments), false)
    if (breakers.length > 0) report('smsExpensive', breakers.join(' '), false)
  }
  if (!isSection)
    for (const { fault, detail } of styleFaults(whole, locale, formalLetter))
      report(fault, detail, fault === 'letterLacks', fault === 'letterLacks')
  return faults
}

/** What is wrong with a text of our own for WhatsApp as it is written. How long it is filled in, is asked for each person: here counts what is fixed. */
function ownFaults(text: string, choices: WhatsappChoices) {
  const fixed = (words: string) => words.replaceAll(mergeField, '')
  const isLong = ({ fault }: ReturnType<typeof choiceFaults>[number]) => fault === 'choiceLong' || fault === 'whatsappLong'
  return [
    ...choiceFaults(text, choices).filter((one) => !isLong(one)),
    ...choiceFaults(fixed(text), changedChoices(choices, fixed)).filter(isLong),
  ]
}

/** By what an approved text is known. */
export const approvedKey = ({ name, language }: { name: string; language: string }) => `${name} ${language}`

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
