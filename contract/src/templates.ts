import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { LocalText, Locale } from './locale.ts'
import { BodyId, Id, Version } from './paging.ts'
import { Right } from './right-codes.ts'
import { TemplateBlock, templateBlocksMax } from './template-blocks.ts'
import { ApprovedChoice } from './whatsapp.ts'

/** What templates are written for. A kind more comes with the gateway that sends it. */
export const templateKinds = ['email', 'sms', 'whatsapp', 'call'] as const
export const TemplateKind = z.enum(templateKinds)
export type TemplateKind = z.infer<typeof TemplateKind>

/** What every text may ask for, whatever the fields of the script. */
export const alwaysFields = ['aanhef', 'naam', 'dossiernummer', 'factuurnummer', 'opdrachtgever', 'bedrag', 'betaallink'] as const

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
})
export type WrittenBody = z.infer<typeof WrittenBody>
/** As staff write it: Dutch at least; `{{name}}` is a merge field, `{{> key}}` the place of a section. */
export const WrittenTemplate = z
  .object({ nl: WrittenBody, eng: z.optional(WrittenBody), fr: z.optional(WrittenBody) })
  .check(z.refine((bodies) => JSON.stringify(bodies).length <= templateBodyMax, 'template.tooLarge'))
export type WrittenTemplate = z.infer<typeof WrittenTemplate>

/** How an amount stands in the text: with the sign of its currency, with its code, or bare. In an SMS `€` takes two places. */
export const amountStyles = ['symbol', 'code', 'bare'] as const

/** Addresses and merge fields, divided by commas; what is no address when it is filled in is left out. */
const addressList = z.string().check(z.trim(), z.maxLength(300), oneLine)

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
  /** Where answers go, and who gets a copy, seen or unseen: addresses and merge fields, divided by commas. */
  replyTo: z._default(addressList, ''),
  cc: z._default(addressList, ''),
  bcc: z._default(addressList, ''),
  /** Keep the exact bytes of each mail as it left. */
  saveMime: z._default(z.boolean(), false),
  /** Note when the mail is opened and a link in it followed. */
  tracking: z._default(z.boolean(), false),
  /** Of an SMS: the number is looked up first, and one that is not in use gets none. */
  checkNumber: z._default(z.boolean(), false),
})
export type TemplateOptions = z.infer<typeof TemplateOptions>

const parts = {
  name: z.string().check(z.trim(), z.minLength(1, 'template.nameMissing'), z.maxLength(100)),
  description: z.string().check(z.trim(), z.maxLength(500)),
  group: z.string().check(z.trim(), z.maxLength(60)),
}

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

const Content = z.object({ written: WrittenTemplate, options: TemplateOptions })
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
  'sectionsTooLarge',
  'addressInvalid',
  'subjectLong',
  'smsParts',
  'smsTooLong',
  'smsExpensive',
  'sentenceLong',
  'wordHard',
  'letterLacks',
  /** A link that by its shape leads nowhere. */
  'linkDead',
  'termWrong',
  /** Of WhatsApp: no approved text was chosen, it is not approved any more, or a place of it has no field. */
  'approvedMissing',
  'approvedGone',
  'placeOpen',
] as const
export const TemplateFault = z.object({
  fault: z.enum(templateFaults),
  locale: Locale,
  detail: z.string(),
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
  content: Content,
  /** Of the draft; 0: there is none. */
  draftVersion: z.number(),
  draftBy: z.nullable(z.string()),
  draftAt: z.nullable(z.string()),
  faults: z.array(TemplateFault),
  /** What its text may ask for, of all scripts of the customer. */
  fields: z.array(z.object({ key: z.string(), label: LocalText })),
  /** The sections of its kind that it may use. */
  sections: z.array(z.object({ key: z.string(), name: z.string(), liveNo: z.nullable(z.number()) })),
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
  /** What the text asks for and the person shown does not have. */
  missing: z.array(z.string()),
  faults: z.array(TemplateFault),
})
export type TemplatePreview = z.infer<typeof TemplatePreview>

const TemplateQuestion = z.object({ customerID: BodyId, kind: TemplateKind, locale: Locale, ...Content.shape })
/** What the writer has before them: the version of the draft (0: none), and which revision is sent. */
const Seen = z.object({ version: z.number().check(z.int(), z.gte(0)), liveNo: z.nullable(z.number().check(z.int())) })
const TemplateId = z.object({ templateID: Id })
const note = z.string().check(z.trim(), z.maxLength(500))
const see = { right: Right.viewTemplates } as const
const save = { right: Right.changeTemplates, also: [Right.viewTemplates] } as const
const ofTemplate = { savedAs: [{ entity: 'template', param: 'templateID' }] } as const

export const templateApi = {
  list: endpoint({
    method: 'GET',
    path: '/templates',
    access: see,
    summary: 'The templates of a customer by group and name, a thousand at most',
    query: z.object({
      customerID: Id,
      kind: z.optional(TemplateKind),
      q: z.optional(z.string().check(z.maxLength(100))),
      archived: z._default(z.stringbool(), false),
    }),
    response: z.array(TemplateRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/templates',
    access: save,
    summary: 'Begin a template with a draft; `copyOf` begins with the text of another of the same kind',
    body: z.object({
      customerID: BodyId,
      kind: TemplateKind,
      section: z.boolean(),
      copyOf: z.nullable(BodyId),
      ...parts,
    }),
    response: TemplateDetail,
  }),
  get: endpoint({
    method: 'GET',
    path: '/templates/:templateID',
    access: see,
    summary: 'A template with its draft, or the text that is sent',
    params: TemplateId,
    response: TemplateDetail,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/templates/:templateID',
    access: save,
    ...ofTemplate,
    summary: 'Rename, describe, or put into another group',
    params: TemplateId,
    body: z.object({ ...parts, version: Version }),
    response: TemplateDetail,
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/templates/:templateID/draft',
    access: save,
    summary: 'Keep the draft, faults and all. A stale version answers with the newest draft',
    params: TemplateId,
    body: z.object({ ...Content.shape, ...Seen.shape }),
    response: TemplateDetail,
  }),
  dropDraft: endpoint({
    method: 'DELETE',
    path: '/templates/:templateID/draft',
    access: save,
    summary: 'Throw the draft away. A stale version answers with the newest draft',
    params: TemplateId,
    query: z.object({ version: z.coerce.number().check(z.int(), z.gte(0)) }),
    response: TemplateDetail,
  }),
  revisions: endpoint({
    method: 'GET',
    path: '/templates/:templateID/revisions',
    access: see,
    summary: 'The revisions, newest first, 200 at most',
    params: TemplateId,
    response: z.array(TemplateRevisionRow),
  }),
  revision: endpoint({
    method: 'GET',
    path: '/templates/:templateID/revisions/:revisionID',
    access: see,
    summary: 'A revision with its text',
    params: z.object({ templateID: Id, revisionID: Id }),
    response: TemplateRevision,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/templates/:templateID/revisions/:revisionID/restore',
    access: save,
    summary: 'Take the text of an earlier revision over into the draft; it is sent after it is activated',
    params: z.object({ templateID: Id, revisionID: Id }),
    body: Seen,
    response: TemplateDetail,
  }),
  impact: endpoint({
    method: 'GET',
    path: '/templates/:templateID/impact',
    access: see,
    budget: 'analysis',
    summary: 'What activating touches: scripts, batches, templates that use it, messages that wait',
    params: TemplateId,
    response: TemplateImpact,
  }),
  activate: endpoint({
    method: 'POST',
    path: '/templates/:templateID/activate',
    access: { right: Right.activateTemplates, also: [Right.viewTemplates] },
    summary: 'Send the draft from now on; with `parents` (253) the templates that use this section take it at once',
    params: TemplateId,
    body: z.object({
      version: Version,
      note,
      parents: z.boolean(),
      /** Sends it though it has faults that may be passed (253); the note says why. */
      pass: z._default(z.boolean(), false),
    }),
    response: TemplateDetail,
  }),
  archive: endpoint({
    method: 'POST',
    path: '/templates/:templateID/archive',
    access: save,
    ...ofTemplate,
    summary: 'Put away what nothing uses any more, or take it back',
    params: TemplateId,
    body: z.object({ archived: z.boolean(), version: Version }),
    response: TemplateDetail,
  }),
  test: endpoint({
    method: 'POST',
    path: '/templates/:templateID/test',
    access: save,
    budget: 'analysis',
    summary: 'Send an e-mail, filled for a person who does not exist, to the own address of the caller: five a minute',
    params: TemplateId,
    body: z.object({ locale: Locale, ...Content.shape }),
    response: z.object({ to: z.string(), simulated: z.boolean() }),
  }),
  lint: endpoint({
    method: 'POST',
    path: '/templates/:templateID/lint',
    access: see,
    asksOnly: true,
    budget: 'analysis',
    summary: 'How a text reads, and of how many real cases it would lack a field (103)',
    params: TemplateId,
    body: z.object({ locale: Locale, ...Content.shape }),
    response: TemplateLint,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/templates/preview',
    access: see,
    asksOnly: true,
    budget: 'analysis',
    summary: 'A text filled for a person who does not exist',
    body: TemplateQuestion,
    response: TemplatePreview,
  }),
  casePreview: endpoint({
    method: 'POST',
    path: '/cases/:caseID/template-preview',
    access: { right: Right.viewTemplates, also: [Right.viewCases] },
    asksOnly: true,
    audited: true,
    budget: 'analysis',
    summary: 'A text filled for a case, as the caller may see it',
    params: z.object({ caseID: Id }),
    body: TemplateQuestion,
    response: TemplatePreview,
  }),
}
