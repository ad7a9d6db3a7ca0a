import * as z from 'zod/mini'
import { CallIdentity, CallMenu } from './call-menu.ts'
import { endpoint } from './endpoint.ts'
import { FieldDefinition } from './fields.ts'
import { Id } from './paging.ts'
import { Locale } from './locale.ts'
import { LastAnswer } from './last-answer.ts'
import { RequestKind } from './request-kinds.ts'
import { TimeWindow } from './time-windows.ts'

const StepKey = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))
// What staff call a step, if somebody named it. Its key stays what it was: cases that stand there know it by that.
const Named = { key: StepKey, name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))) }
const Next = { ...Named, next: StepKey }

// A year; and more answers than anybody reads.
const minutesMax = 366 * 24 * 60
const answersMax = 100

/** What a branch asks: a case's payment, its last call, the button that its person pressed last under a WhatsApp message, its last result, one of its fields, or a variable of the script. */
export const branchQuestions = ['paid', 'lastAnswer', 'pressed', 'lastResult', 'field', 'variable'] as const

/** How the ways of a step that divides are called in the database; staff call them by their names. */
export const variantKeys = ['a', 'b', 'c', 'd', 'e'] as const
export type VariantKey = (typeof variantKeys)[number]
export const variantsMin = 2

/** One of the ways that are compared, with how many of a hundred cases go it. */
export const Variant = z.object({
  key: z.enum(variantKeys),
  name: z.string().check(z.maxLength(60)),
  percent: z.number().check(z.int(), z.gte(0), z.lte(100)),
  next: StepKey,
})
export type Variant = z.infer<typeof Variant>

/** What is decided before an experiment begins: how many pay as it is now, and which difference in that would matter. */
export const ExperimentPlan = z.object({
  paidPercent: z.number().check(z.int(), z.gte(1), z.lte(99)),
  differencePoints: z.number().check(z.int(), z.gte(1), z.lte(50)),
})
export type ExperimentPlan = z.infer<typeof ExperimentPlan>

/** One step of a script. Steps are data: the engine walks them, nothing of a script is code. */
export const ScriptStep = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('payment-link'),
    ...Next,
    settings: z.object({
      validDays: z.number().check(z.int(), z.gte(1), z.lte(365)),
      /** Where its page is; left out, or where the customer has no account there: with us. */
      page: z.optional(RequestKind),
    }),
  }),
  z.object({ kind: z.literal('send-email'), ...Next, settings: z.object({ template: z.string() }) }),
  z.object({ kind: z.literal('send-sms'), ...Next, settings: z.object({ template: z.string() }) }),
  z.object({ kind: z.literal('send-whatsapp'), ...Next, settings: z.object({ template: z.string() }) }),
  /** By post: an e-mail text that may go so (`byPost`). */
  z.object({ kind: z.literal('send-letter'), ...Next, settings: z.object({ template: z.string() }) }),
  z.object({
    kind: z.literal('call'),
    ...Next,
    settings: z.object({
      template: z.string(),
      /** The text that a voicemail hears; without one nothing is left there. */
      voicemail: z.optional(z.string()),
      menu: z.optional(CallMenu),
      identity: z.optional(CallIdentity),
      attemptsMax: z.number().check(z.int(), z.gte(1), z.lte(20)),
      retryMinutes: z.number().check(z.gte(0), z.lte(minutesMax)),
      /** Another delay after some answers: how long to wait, and how many calls may end so. */
      retries: z.optional(
        z.partialRecord(
          LastAnswer,
          z.object({ minutes: z.number().check(z.gte(0), z.lte(43_200)), max: z.number().check(z.int(), z.gte(0), z.lte(20)) }),
        ),
      ),
    }),
  }),
  z.object({ kind: z.literal('wait'), ...Next, settings: z.object({ minutes: z.number().check(z.gt(0), z.lte(minutesMax)) }) }),
  z.object({
    kind: z.literal('branch'),
    ...Next,
    settings: z.object({
      question: z.enum(branchQuestions),
      /** Which field or variable; the other questions have none. */
      key: z.optional(z.string().check(z.maxLength(60))),
      answers: z
        .record(z.string().check(z.maxLength(200)), StepKey)
        .check(z.refine((answers) => Object.keys(answers).length <= answersMax)),
    }),
  }),
  z.object({
    kind: z.literal('split'),
    // Each of its variants has a way of its own; there are no other answers.
    ...Named,
    settings: z.object({
      variants: z.array(Variant).check(z.minLength(variantsMin), z.maxLength(variantKeys.length)),
      plan: ExperimentPlan,
    }),
  }),
  z.object({ kind: z.literal('finish'), ...Named, settings: z.object({ result: z.string() }) }),
])
export type ScriptStep = z.infer<typeof ScriptStep>
export type StepKind = ScriptStep['kind']

/** A key as words: what staff call a text, which has no name of its own. */
export function keyAsWords(key: string): string {
  return `${key.charAt(0).toUpperCase()}${key.slice(1).replaceAll('-', ' ')}`
}

/** What staff call a step: its own name, or its key as words. */
export function stepName({ key, name }: { key: string; name?: string | undefined }): string {
  return name ?? keyAsWords(key)
}

/** What staff call the steps of these keys; one that is gone is called by its key. */
export function nameIn(steps: readonly ScriptStep[]): (key: string) => string {
  const names = new Map(steps.map((step) => [step.key, stepName(step)]))
  return (key) => names.get(key) ?? stepName({ key })
}

/** The first step of the list is where a case starts. */
export const ScriptSteps = z.array(ScriptStep).check(z.minLength(1), z.maxLength(200))

export const Script = z.object({
  scriptID: z.number(),
  customerID: z.number(),
  name: z.string(),
  active: z.boolean(),
  activeLines: z.number(),
  maxLines: z.number(),
  maxTransfers: z.number(),
  alwaysOpen: z.boolean(),
  /** E.164, or empty: the standard number of the voice provider. */
  callerID: z.string(),
  voice: z.string(),
  language: Locale,
  voicemailDetection: z.boolean(),
  smsProvider: z.string(),
  smsPerHour: z.number(),
  timeWindows: z.array(TimeWindow),
  steps: ScriptSteps,
  version: z.number(),
  fields: z.array(FieldDefinition),
})
export type Script = z.infer<typeof Script>

export const scriptApi = {
  listOfCustomer: endpoint({
    method: 'GET',
    path: '/scripts/customer',
    access: 'loggedIn',
    summary: 'Scripts of a customer, for pickers',
    query: z.object({ customerID: Id }),
    response: z.array(z.object({ scriptID: z.number(), name: z.string(), active: z.boolean() })),
  }),
  get: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID',
    access: { right: [101, 102, 103, 701] },
    summary: 'One script with its steps, windows and fields',
    params: z.object({ scriptID: Id }),
    response: Script,
  }),
}
