import * as z from 'zod/mini'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { LocalText, Locale } from './locale.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'
import { ScriptSteps } from './scripts.ts'

const ScriptId = z.object({ scriptID: Id })

/** What is wrong with a graph of steps; texts under `flow.faults`. `step` is the key of the step at fault. */
const stepFaultKinds = [
  'stepMissing',
  'keyTwice',
  'unreachable',
  'noEnd',
  'loopWithoutWait',
  'templateMissing',
  'templateUnknown',
  'templateKind',
  'templateNotByPost',
  'linkMissing',
  'textFieldUnknown',
  'resultUnknown',
  'answersMissing',
  'keysMissing',
  'keyPressedTwice',
  'keyNameMissing',
  'queueMissing',
  'debtNamedBefore',
  'fieldUnknown',
  'variableUnknown',
  'variantNameMissing',
  'variantNameTwice',
  'sharesNotWhole',
  'shareMissing',
  'nothing',
] as const
export const StepFault = z.object({ step: z.nullable(z.string()), fault: z.enum(stepFaultKinds), detail: z.optional(z.string()) })
export type StepFault = z.infer<typeof StepFault>

/** One change of a step between two versions. */
const StepDifference = z.object({ step: z.string(), kind: z.enum(['added', 'removed', 'changed']) })
export type StepDifference = z.infer<typeof StepDifference>

const ChangedStep = { step: z.string(), name: z.string(), stepKind: z.string() }
const WayEnd = z.nullable(z.string())
/** One change between two versions as a fact; the screen puts it into words. Steps are called by their names. */
const StepChange = z.discriminatedUnion('change', [
  /** `after`: a step that leads to it. */
  z.object({ ...ChangedStep, change: z.literal('added'), after: z.nullable(z.string()) }),
  z.object({ ...ChangedStep, change: z.literal('removed') }),
  /** The script begins with it now. */
  z.object({ ...ChangedStep, change: z.literal('first') }),
  z.object({ ...ChangedStep, change: z.literal('named'), from: z.string() }),
  z.object({
    ...ChangedStep,
    change: z.literal('setting'),
    setting: z.enum([
      'validDays',
      'page',
      'template',
      'voicemail',
      'attemptsMax',
      'retryMinutes',
      'retries',
      'menu',
      'identity',
      'minutes',
      'question',
      'asked',
      'variants',
      'plan',
      'result',
    ]),
    from: z.nullable(z.union([z.string(), z.number()])),
    to: z.union([z.string(), z.number()]),
  }),
  /** The way of an answer, or with null that of all others, leads elsewhere; a null end: there is or was none. */
  z.object({
    ...ChangedStep,
    change: z.literal('way'),
    question: z.nullable(z.string()),
    answer: z.nullable(z.string()),
    from: WayEnd,
    to: WayEnd,
  }),
])
export type StepChange = z.infer<typeof StepChange>

export const ScriptVersionRow = z.object({
  versionID: z.number(),
  no: z.number(),
  by: z.string(),
  at: z.string(),
  note: z.string(),
  live: z.boolean(),
  /** Cases that still run on it: they end on the version with which they began. */
  runningCases: z.number(),
  /** What is other than in the version before. */
  changes: z.array(StepChange),
})
export type ScriptVersionRow = z.infer<typeof ScriptVersionRow>

/** A button or row under a WhatsApp text, with its words in each language of the text. */
export const PressableButton = z.array(z.object({ locale: Locale, words: z.string() }))
export type PressableButton = z.infer<typeof PressableButton>

/** The draft beside the live version. Without a draft the steps are those that live, and `version` is 0. */
export const Flow = z.object({
  scriptID: z.number(),
  customerID: z.number(),
  name: z.string(),
  live: z.object({ versionID: z.number(), no: z.number(), steps: ScriptSteps, at: z.string(), by: z.string() }),
  draft: z.nullable(
    z.object({ steps: ScriptSteps, version: z.number(), changedAt: z.string(), changedBy: z.string(), basedOn: z.number() }),
  ),
  faults: z.array(StepFault),
  /** `asksLink`: the text has a place for a payment link; `asks`: the merge fields of its text. */
  templates: z.array(
    z.object({
      templateID: z.number(),
      key: z.string(),
      name: z.string(),
      kind: Channel,
      asksLink: z.optional(z.boolean()),
      asks: z.array(z.string()),
      /** It may also go by post, as a letter. */
      byPost: z.optional(z.boolean()),
      /** Of WhatsApp: its buttons or rows; without those that hold a merge field. */
      pressable: z.optional(z.array(PressableButton)),
      /** Somebody writes at a next one, which is not sent yet. */
      draft: z.optional(z.object({ by: z.string(), at: z.string() })),
    }),
  ),
  /** What speaks the texts of its calls; an empty voice: the first of the language. */
  speech: z.object({ voice: z.string(), language: Locale }),
  variables: z.array(z.string()),
  fields: z.array(z.object({ key: z.string(), label: LocalText })),
  /** Its calls may be passed on to a colleague: the script has a queue. */
  hasQueue: z.boolean(),
})
export type Flow = z.infer<typeof Flow>

const WrittenText = z.object({ subject: z.string(), text: z.string() })
/** A text of the customer in the language of the script: as it is written, and filled for a person who does not exist. */
export const ScriptText = z.object({ key: z.string(), kind: Channel, written: WrittenText, filled: WrittenText })
export type ScriptText = z.infer<typeof ScriptText>

export const flowApi = {
  get: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/flow',
    access: { right: Right.viewScripts },
    summary: 'The steps of a script: live, and the draft that staff draw',
    params: ScriptId,
    response: Flow,
  }),
  texts: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/texts',
    access: { right: Right.viewScripts },
    summary: 'The texts that the steps of a script may send, filled for a person who does not exist',
    params: ScriptId,
    response: z.array(ScriptText),
  }),
  standing: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/standing',
    access: { right: Right.viewScripts },
    budget: 'analysis',
    summary: 'How many open cases stand at each step of a script, whatever version they follow',
    params: ScriptId,
    response: z.array(z.object({ step: z.string(), cases: z.number() })),
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/scripts/:scriptID/flow/draft',
    access: { right: Right.changeScripts },
    summary: 'Keep the draft, faults and all. A stale version answers with the newest draft',
    params: ScriptId,
    body: z.object({ steps: ScriptSteps, version: z.number().check(z.int(), z.gte(0)) }),
    response: Flow,
  }),
  dropDraft: endpoint({
    method: 'DELETE',
    path: '/scripts/:scriptID/flow/draft',
    access: { right: Right.changeScripts },
    summary: 'Throw the draft away',
    params: ScriptId,
    response: Flow,
  }),
  activate: endpoint({
    method: 'POST',
    path: '/scripts/:scriptID/flow/activate',
    access: { right: Right.changeScripts },
    // The kept plays are played first.
    budget: 'simulation',
    summary: 'Make the draft live for what starts from now on. Refused with its faults, and while a check of the time machine fails',
    params: ScriptId,
    body: z.object({ version: z.number(), note: z.string().check(z.trim(), z.maxLength(500)) }),
    response: Flow,
  }),
  versions: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/versions',
    access: { right: Right.viewScripts },
    summary: 'All versions, newest first: who, when, and what changed',
    params: ScriptId,
    response: z.array(ScriptVersionRow),
  }),
  rollBack: endpoint({
    method: 'POST',
    path: '/scripts/:scriptID/versions/:versionID/restore',
    access: { right: Right.changeScripts },
    budget: 'simulation',
    summary:
      'Make an earlier version live again, as a new version. Refused while a check of the time machine fails, unless `despiteChecks`',
    params: z.object({ scriptID: Id, versionID: Id }),
    body: z.object({
      note: z.string().check(z.trim(), z.maxLength(500)),
      /** The caller has seen which checks fail, and goes on. */
      despiteChecks: z._default(z.boolean(), false),
    }),
    response: Flow,
  }),
}
