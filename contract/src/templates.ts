import * as z from 'zod/mini'
import { CardImageName } from './card-images.ts'
import { LocalText, Locale } from './locale.ts'
import { TemplateBlock, templateBlocksMax } from './template-blocks.ts'
import { BodyId } from './paging.ts'
import { ApprovedChoice } from './whatsapp.ts'
import { WhatsappChoices } from './whatsapp-choices.ts'

/** What templates are written for. A kind more comes with the gateway that sends it. */
export const templateKinds = ['email', 'sms', 'whatsapp', 'call'] as const
export const TemplateKind = z.enum(templateKinds)
export type TemplateKind = z.infer<typeof TemplateKind>

/** What every text may ask for, whatever the fields of the script. */
export const alwaysFields = [
  'aanhef',
  'naam',
  'dossiernummer',
  'factuurnummer',
  'opdrachtgever',
  'bedrag',
  'betalingskenmerk',
  'rf_kenmerk',
  'betaallink',
] as const

/** product.md §5.15: one body in all its languages, 256 kB at most; a subject of 150. */
export const templateBodyMax = 256_000
export const subjectMax = 150

/** One line: a tab or a line end in the head of a mail makes every server refuse it. */
const oneLine = z.regex(/^\P{Cc}*$/u, 'template.controlCharacter')

/** The text of one language: an e-mail has pieces, anything else a text. */
const WrittenBody = z.object({
  subject: z.string().check(z.maxLength(subjectMax), oneLine),
  /** What a mail program shows beside the subject; without it, how the text begins. */
  preheader: z.optional(z.string().check(z.maxLength(subjectMax), oneLine)),
  text: z.string().check(z.maxLength(templateBodyMax)),
  blocks: z.array(TemplateBlock).check(z.maxLength(templateBlocksMax)),
  /** Of WhatsApp: the approved text, with what fills its places. */
  approved: z.optional(ApprovedChoice),
  /** Of WhatsApp: it is a text of our own, with these answers to choose; it leaves only within 24 hours after the person wrote. */
  choices: z.optional(WhatsappChoices),
})
export type WrittenBody = z.infer<typeof WrittenBody>
/** As staff write it: Dutch at least; `{{name}}` is a merge field, `{{> key}}` the place of a section. */
export const WrittenTemplate = z
  .object({ nl: WrittenBody, eng: z.optional(WrittenBody), fr: z.optional(WrittenBody) })
  .check(z.refine((bodies) => JSON.stringify(bodies).length <= templateBodyMax, 'template.tooLarge'))
export type WrittenTemplate = z.infer<typeof WrittenTemplate>

/** How an amount stands in the text: with the sign of its currency, with its code, or bare. In an SMS `€` takes two places. */
export const amountStyles = ['symbol', 'code', 'bare'] as const

/** How a mail program marks the mail among others. */
export const mailPriorities = ['high', 'normal', 'low'] as const
export type MailPriority = (typeof mailPriorities)[number]

/** In which order messages that are due leave: 1 first, 5 last. */
export const queuePriorities = [1, 2, 3, 4, 5] as const
export type QueuePriority = (typeof queuePriorities)[number]
export const usualQueuePriority = 3 satisfies QueuePriority

/** product.md §5.9: so many pixels high is the image with which an e-mail begins. */
export const headerHeight = { least: 20, usual: 120, most: 400 } as const

/** Does a chat app show what the payment link of such a text leads to? A link in an e-mail is opened from a mail program. */
export const hasLinkCard = (kind: TemplateKind) => kind === 'sms' || kind === 'whatsapp'

/** A chat app shows about so much of what a link leads to. */
export const cardTitleMax = 70
export const cardDescriptionMax = 160

/** Addresses and merge fields, divided by commas; what is no address when it is filled in is left out. */
const addressList = z.string().check(z.trim(), z.maxLength(300), oneLine)

/** Why an e-mail went to somebody else than the person of its case: its template says so, or the person has no address, or one on the blacklist. */
export const mailReceiverReasons = ['template', 'noEmail', 'blacklisted'] as const
export type MailReceiverReason = (typeof mailReceiverReasons)[number]

/** What belongs to a revision beside its text. */
export const TemplateOptions = z.object({
  /** The name over the sender's address; empty: the customer's. */
  fromName: z._default(z.string().check(z.trim(), z.maxLength(60), oneLine), ''),
  /** `{{aanhef}}` greets formally. */
  formal: z._default(z.boolean(), false),
  amountStyle: z._default(z.enum(amountStyles), 'symbol'),
  /** Staff may choose it in a case ("dashboard template" of spec §3). */
  offered: z._default(z.boolean(), true),
  /** A letter that the law prescribes: nothing in it lets its reader leave. */
  formalLetter: z._default(z.boolean(), false),
  /** Who gets the e-mail in place of the person of the case, the first of them as its addressee; empty: that person. */
  to: z._default(addressList, ''),
  /** Where answers go, and who gets a copy, seen or unseen: addresses and merge fields, divided by commas. */
  replyTo: z._default(addressList, ''),
  cc: z._default(addressList, ''),
  bcc: z._default(addressList, ''),
  /** Where nobody can be the addressee, for want of an address or by the blacklist, the first of the copies is. */
  alwaysCc: z._default(z.boolean(), false),
  /** Keep the exact bytes of each mail as it left. */
  saveMime: z._default(z.boolean(), false),
  /** Of an e-mail: staff may send it on paper too, by post. */
  byPost: z._default(z.boolean(), false),
  /** Of an e-mail: the invoices of the case go with it, where it has any. */
  withInvoices: z._default(z.boolean(), false),
  /** Note when the mail is opened and a link in it followed. */
  tracking: z._default(z.boolean(), false),
  /** Of an SMS: the number is looked up first, and one that is not in use gets none. */
  checkNumber: z._default(z.boolean(), false),
  /** Of an SMS: it may take more than one part, four at most; without this one that would is not sent. */
  longSms: z._default(z.boolean(), true),
  /** Of an SMS: the provider that takes it first, before the one of its script; null: that one. */
  smsProvider: z._default(z.nullable(BodyId), null),
  /** Of an e-mail: with a mark of its own, or as any other. */
  priority: z._default(z.enum(mailPriorities), 'normal'),
  /** Where it stands among what else is due. What staff send to one person goes before all. */
  queuePriority: z._default(z.literal(queuePriorities), usualQueuePriority),
  /** The field of the case that keeps since when the message has its newest state; empty: none. */
  logStatusAt: z._default(z.string().check(z.maxLength(60)), ''),
  /** Of an SMS or WhatsApp text: what chat apps show of its payment link, in words without merge fields; empty: the letterhead's name, and that it is safe. */
  cardTitle: z._default(z.string().check(z.trim(), z.maxLength(cardTitleMax), oneLine), ''),
  cardDescription: z._default(z.string().check(z.trim(), z.maxLength(cardDescriptionMax), oneLine), ''),
  /** Its picture there; empty: the logo of the letterhead. */
  cardImage: z._default(CardImageName, ''),
  /** Of an e-mail: an image that stands first is no higher. */
  headerHeight: z._default(z.number().check(z.int(), z.gte(headerHeight.least), z.lte(headerHeight.most)), headerHeight.usual),
})
export type TemplateOptions = z.infer<typeof TemplateOptions>

export const TemplateRow = z.object({
  templateID: z.number(),
  customerID: z.number(),
  /** By which steps and other templates name it. */
  key: z.string(),
  kind: TemplateKind,
  name: z.string(),
  description: z.string(),
  group: z.string(),
  section: z.boolean(),
  archived: z.boolean(),
  version: z.number(),
  /** The number of the revision that is sent; null: none was activated yet. */
  liveNo: z.nullable(z.number()),
  liveAt: z.nullable(z.string()),
  hasDraft: z.boolean(),
})
export type TemplateRow = z.infer<typeof TemplateRow>

/** A text with its options. */
export const TemplateContent = z.object({ written: WrittenTemplate, options: TemplateOptions })
const states = ['draft', 'active', 'archived'] as const
export const TemplateRevisionRow = z.object({
  revisionID: z.number(),
  no: z.number(),
  state: z.enum(states),
  note: z.string(),
  by: z.string(),
  at: z.string(),
})
export type TemplateRevisionRow = z.infer<typeof TemplateRevisionRow>
export const TemplateRevision = z.extend(TemplateRevisionRow, { written: WrittenTemplate, options: TemplateOptions })
export type TemplateRevision = z.infer<typeof TemplateRevision>

/** What is wrong with a text; texts under `templates.faults`. One that blocks keeps it from being activated. */
const templateFaults = [
  'textMissing',
  'subjectMissing',
  'fieldUnknown',
  'sectionUnknown',
  'placeBroken',
  /** Between single braces, which fill in nothing, stands what looks like a field: `{as it stands} → {{field}}`. */
  'placeSingle',
  'sectionsTooLarge',
  'addressInvalid',
  'subjectLong',
  'smsParts',
  'smsTooLong',
  /** The options of the text allow one part alone. */
  'smsOnlyOne',
  'smsExpensive',
  /** An address among its options asks for a field that nobody has. */
  'receiverUnknown',
  /** The provider that its options name carries nothing now, or is the customer's no more. */
  'smsProviderOff',
  'smsProviderGone',
  /** No case has the field that is to keep when a message was sent or read, or it keeps something else. */
  'statusFieldGone',
  /** What chat apps show of a link is the same for everybody: it has no merge fields. */
  'cardField',
  /** The picture on that card is not kept for this customer. */
  'cardImageGone',
  'sentenceLong',
  'wordHard',
  'letterLacks',
  /** A link that by its shape leads nowhere. */
  'linkDead',
  'termWrong',
  /** How it comes across: shouted, or with a link whose words do not say where it leads, or say another address. */
  'capitals',
  'exclamations',
  'linkVague',
  'linkOther',
  /** What a postbox shows beside the subject: the first words of the text, or too long to be shown. */
  'preheaderMissing',
  'preheaderLong',
  /** Of WhatsApp: no approved text was chosen, it is not approved any more, or a place of it has no field. */
  'approvedMissing',
  'approvedGone',
  'placeOpen',
  /** It begins with a picture, a document or a video, and none was chosen or it is gone. */
  'headerFileMissing',
  /** Of a WhatsApp text of our own: a button or row without words, two alike, one too long, or too long a text above them. */
  'choiceEmpty',
  'choiceTwice',
  'choiceLong',
  'whatsappLong',
] as const
const faultPlaces = ['subject', 'preheader', 'text'] as const
export type FaultPlace = (typeof faultPlaces)[number]
export const TemplateFault = z.object({
  fault: z.enum(templateFaults),
  locale: Locale,
  detail: z.string(),
  place: z.enum(faultPlaces),
  blocks: z.boolean(),
  /** It may be sent all the same, by who may (253) and says why. */
  mayPass: z.boolean(),
})
export type TemplateFault = z.infer<typeof TemplateFault>

const readingLevels = ['A2', 'B1', 'B2', 'C1'] as const
/** How a text reads: an indication by the length of its sentences and words. */
const Readability = z.object({
  /** From 0 (hard) to 100 (easy), after Flesch and Douma. */
  score: z.number(),
  level: z.enum(readingLevels),
  words: z.number(),
  sentences: z.number(),
  averageWords: z.number(),
  /** What to change first: the longest, five at most. */
  longSentences: z.array(z.object({ words: z.number(), begin: z.string() })),
  longWords: z.array(z.string()),
})
export type Readability = z.infer<typeof Readability>

export const TemplateLint = z.object({
  /** Null: too short to say. */
  readability: z.nullable(Readability),
  /** Of how many of the newest cases, 200 at most, the text would lack something; numbers alone. Null without the right to see cases. */
  sample: z.nullable(
    z.object({ looked: z.number(), complete: z.number(), lacking: z.array(z.object({ field: z.string(), count: z.number() })) }),
  ),
})
export type TemplateLint = z.infer<typeof TemplateLint>

export const TemplateDetail = z.extend(TemplateRow, {
  /** The draft; else the revision that is sent; else an empty text. */
  content: TemplateContent,
  /** Of the draft; 0: there is none. */
  draftVersion: z.number(),
  draftBy: z.nullable(z.string()),
  draftAt: z.nullable(z.string()),
  faults: z.array(TemplateFault),
  /** What its text may ask for, of all scripts of the customer. */
  fields: z.array(z.object({ key: z.string(), label: LocalText })),
  /** The sections of its kind that it may use. */
  sections: z.array(z.object({ key: z.string(), name: z.string(), liveNo: z.nullable(z.number()) })),
  /** The fields of cases that may keep when a message was sent or read. */
  statusFields: z.array(z.object({ key: z.string(), label: LocalText })),
  /** What chat apps show of a payment link whose text has no words of its own for that. */
  usualCard: z.object({ title: z.string(), description: LocalText, image: z.nullable(z.string()) }),
  /** Of an SMS: the providers that may take it. */
  smsProviders: z.array(z.object({ providerID: z.number(), name: z.string(), isOff: z.boolean() })),
})
export type TemplateDetail = z.infer<typeof TemplateDetail>

/** What an activation touches. */
export const TemplateImpact = z.object({
  scripts: z.array(z.object({ scriptID: z.number(), name: z.string() })),
  /** Open batches of these scripts. */
  batches: z.number(),
  openCases: z.number(),
  /** The templates that use this section, each with the revision of it that they carry now. */
  parents: z.array(z.object({ templateID: z.number(), name: z.string(), hasDraft: z.boolean() })),
  /** Messages that wait to be sent; they keep the text with which they were written. */
  queued: z.number(),
})
export type TemplateImpact = z.infer<typeof TemplateImpact>

export const TemplatePreview = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.nullable(z.string()),
  /** Of a WhatsApp text of our own: the answers under it, filled in. */
  choices: z.optional(WhatsappChoices),
  /** What the text asks for and the person shown does not have. */
  missing: z.array(z.string()),
  faults: z.array(TemplateFault),
})
export type TemplatePreview = z.infer<typeof TemplatePreview>
