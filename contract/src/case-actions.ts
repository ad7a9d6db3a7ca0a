import * as z from 'zod/mini'
import { Part, PlanChoices } from './arrangements.ts'
import { CaseDetail, CasePermission } from './cases.ts'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { GivenDebtHelp } from './debt-law.ts'
import { FieldDefinition } from './fields.ts'
import { BodyId, Id, Version } from './paging.ts'
import { bookingMethods, Cents, PaidOn } from './payments.ts'
import { Right } from './right-codes.ts'

const CaseId = z.object({ caseID: Id })
/** What the script does with a new case: its first step, and by which channel and when it would contact the person at the earliest; null where the script is switched off or contacts nobody. */
export const NewCaseStart = z.object({
  stepName: z.string(),
  firstContact: z.nullable(z.object({ channel: Channel, at: z.string() })),
})
export type NewCaseStart = z.infer<typeof NewCaseStart>

const ResultCodeText = z.string().check(z.maxLength(10))

/** Who the X flag of a result keeps from being contacted, and for how long (spec §3, blacklist retention). */
export const retentions = ['3m', '6m', '1y', '2y', 'forever'] as const
export const Retention = z.enum(retentions)
export type Retention = z.infer<typeof Retention>

/** What a result asks for by its flags (product.md §5.7): a moment for T, a retention for X. Missing ones are refused with their field. */
const ResultExtras = {
  callbackAt: z.optional(z.iso.datetime()),
  /** Only me, or anyone (null). */
  callbackFor: z.optional(z.nullable(BodyId)),
  /** The call-back of this case that the new moment takes the place of; left out, it comes beside what stands. */
  replacesCallback: z.optional(BodyId),
  retention: z.optional(Retention),
  note: z.optional(z.string().check(z.maxLength(4000))),
  /** What was promised with TOEZ or REG: one part, or the instalments of a plan. */
  parts: z.optional(z.array(Part).check(z.maxLength(60))),
  ...PlanChoices,
  /** Who helps with the debts, with SHV, WSNP and BEW. */
  debtHelp: z.optional(GivenDebtHelp),
  /** The payment that is booked with BET (asks 312): all that is open, or more. */
  payment: z.optional(z.object({ amountCents: Cents, paidOn: PaidOn, method: z._default(z.enum(bookingMethods), 'bank') })),
}

/** A version of a case that is not the newest answers 409 `error.conflict` with `current: CaseDetail`: the screen shows both and keeps what was typed. */
export const caseActionApi = {
  fieldsOfScript: endpoint({
    method: 'GET',
    path: '/cases/fields',
    access: { right: [Right.newCase, Right.viewCases] },
    summary: 'The fields of a new case: required, optional, and groups of which one is required; and how its script begins',
    query: z.object({ scriptID: Id }),
    response: z.object({
      fields: z.array(FieldDefinition),
      /** Open batches that it could join; without one it joins the script's batch of single cases. */
      batches: z.array(z.object({ batchID: z.number(), name: z.string() })),
      /** Null while the script has no steps that live. */
      start: z.nullable(NewCaseStart),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/cases',
    access: { right: Right.newCase },
    summary: 'A new case, checked by the same rules as an import',
    body: z.object({
      customerID: BodyId,
      scriptID: BodyId,
      batchID: z.nullable(BodyId),
      fields: z.record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(2000))),
    }),
    response: CaseDetail,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/cases/:caseID',
    access: { right: [Right.changeCases, Right.changeInputFields] },
    summary: 'Change the input fields of a case (224) or its result without closing it (221)',
    params: CaseId,
    body: z.object({
      version: Version,
      fields: z.optional(z.record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(2000)))),
    }),
    response: CaseDetail,
  }),
  setResult: endpoint({
    method: 'POST',
    path: '/cases/:caseID/result',
    access: { right: Right.changeCases },
    summary:
      'Set a result code and do what its flags say: F closes (asks 222; BET books a payment and asks 312 as well), K pauses outreach and opens a complaint or dispute, T makes a call-back, X blacklists, P a promise',
    params: CaseId,
    body: z.object({ version: Version, resultCode: ResultCodeText, ...ResultExtras }),
    response: CaseDetail,
  }),
  close: endpoint({
    method: 'POST',
    path: '/cases/:caseID/close',
    access: { right: Right.closeCases },
    summary:
      'Close a case with a result (BET books its payment and asks 312 as well); what waits for it is cancelled. Refused while a call is on',
    params: CaseId,
    body: z.object({ version: Version, resultCode: ResultCodeText, ...ResultExtras }),
    response: CaseDetail,
  }),
  closeQuestion: endpoint({
    method: 'GET',
    path: '/cases/:caseID/question',
    access: { right: [Right.closeCases, Right.changeCases] },
    summary: 'What closing would cancel: how many messages wait, whether a call is on',
    params: CaseId,
    response: z.object({ queuedMessages: z.number(), inCall: z.boolean(), openCallbacks: z.number() }),
  }),
  reopenQuestion: endpoint({
    method: 'GET',
    path: '/cases/:caseID/reopen',
    access: { right: Right.closeCases },
    asksOnly: true,
    budget: 'simulation',
    summary: 'When and why a closed case would close again by itself after it is reopened',
    params: CaseId,
    response: z.object({
      /** The last day for which its client gave the case: after it, it closes by itself. Null: no such day. */
      expiresOn: z.nullable(z.iso.date()),
      isExpired: z.boolean(),
      /** Going on where it stood, the script would end without contacting anybody: with which result, and when. Null: it would not. */
      scriptEnd: z.nullable(z.object({ result: z.string(), at: z.iso.datetime() })),
    }),
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/cases/:caseID/reopen',
    access: { right: Right.closeCases },
    summary: 'Open a closed case: its script goes on where it stood, or begins again',
    params: CaseId,
    body: z.object({ version: Version, restart: z.boolean() }),
    response: CaseDetail,
  }),
  pause: endpoint({
    method: 'POST',
    path: '/cases/:caseID/pause',
    access: { right: Right.changeCases },
    summary: 'Pause until a moment, for ever (until null), or go on (resume): a case with a promise or plan running waits for its next day',
    params: CaseId,
    body: z.object({
      version: Version,
      until: z.nullable(z.iso.datetime()),
      resume: z._default(z.boolean(), false),
      /** Goes on beside the promise or plan that runs. */
      pastPromise: z._default(z.boolean(), false),
    }),
    response: CaseDetail,
  }),
  link: endpoint({
    method: 'POST',
    path: '/cases/:caseID/link',
    access: { right: Right.changeCases },
    summary: 'Link a case to another of the same customer, or unlink it (null)',
    params: CaseId,
    body: z.object({ version: Version, linkedCaseID: z.nullable(BodyId) }),
    response: CaseDetail,
  }),
  permission: endpoint({
    method: 'GET',
    path: '/cases/:caseID/permission',
    access: { right: Right.viewCases },
    summary: 'May this person be contacted now, for each channel, and if not why and when',
    params: CaseId,
    response: CasePermission,
  }),
}
