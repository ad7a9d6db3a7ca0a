import * as z from 'zod/mini'
import { CaseDetail, CaseRow } from './cases.ts'
import { endpoint } from './endpoint.ts'
import { BodyId, Id, Version } from './paging.ts'
import { Right } from './right-codes.ts'
import { FieldDefinition } from './scripts.ts'

const CaseId = z.object({ caseID: Id })
const ResultCodeText = z.string().check(z.maxLength(10))

/** Who the X flag of a result keeps from being contacted, and for how long (spec §3, blacklist retention). */
export const retentions = ['3m', '6m', '1y', '2y', 'forever'] as const
export const Retention = z.enum(retentions)
export type Retention = z.infer<typeof Retention>

const Cents = z.number().check(z.int(), z.gte(1), z.lte(100_000_000))
const Part = z.object({ due: z.iso.date(), amountCents: Cents })

/** What a result asks for by its flags (product.md §5.7): a moment for T, a retention for X. Missing ones are refused with their field. */
const ResultExtras = {
  callbackAt: z.optional(z.iso.datetime()),
  /** Only me, or anyone (null). */
  callbackFor: z.optional(z.nullable(BodyId)),
  retention: z.optional(Retention),
  note: z.optional(z.string().check(z.maxLength(4000))),
  /** What was promised with TOEZ or REG: one part, or the instalments of a plan. */
  parts: z.optional(z.array(Part).check(z.maxLength(60))),
}

/** A version of a case that is not the newest answers 409 `error.conflict` with `current: CaseDetail`: the screen shows both and keeps what was typed. */
export const caseWorkApi = {
  fieldsOfScript: endpoint({
    method: 'GET',
    path: '/cases/fields',
    access: { right: [Right.newCase, Right.viewCases] },
    summary: 'The fields of a new case: required, optional, and groups of which one is required',
    query: z.object({ scriptID: Id }),
    response: z.object({
      fields: z.array(FieldDefinition),
      /** Open batches that it could join; without one it joins the script's batch of single cases. */
      batches: z.array(z.object({ batchID: z.number(), name: z.string() })),
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
      'Set a result code and do what its flags say: F closes (asks 222), K pauses outreach and opens a complaint or dispute, T makes a call-back, X blacklists, P a promise',
    params: CaseId,
    body: z.object({ version: Version, resultCode: ResultCodeText, ...ResultExtras }),
    response: CaseDetail,
  }),
  close: endpoint({
    method: 'POST',
    path: '/cases/:caseID/close',
    access: { right: Right.closeCases },
    summary: 'Close a case with a result; what waits for it is cancelled. Refused while a call is on',
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
    summary: 'Pause until a moment, for ever (until null), or go on (resume)',
    params: CaseId,
    body: z.object({ version: Version, until: z.nullable(z.iso.datetime()), resume: z._default(z.boolean(), false) }),
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
    response: CaseDetail.shape.permission,
  }),
}

/** A note of staff; text only. */
export const CaseNote = z.object({ noteID: z.number(), text: z.string(), by: z.string(), at: z.string(), mine: z.boolean() })
export type CaseNote = z.infer<typeof CaseNote>
export const Callback = z.object({
  callbackID: z.number(),
  caseID: z.number(),
  caseNumber: z.string(),
  name: z.string(),
  at: z.string(),
  /** Null: whoever is there. */
  forUser: z.nullable(z.object({ userID: z.number(), name: z.string() })),
  note: z.string(),
  by: z.string(),
  state: z.enum(['open', 'done', 'cancelled']),
  version: z.number(),
})
export type Callback = z.infer<typeof Callback>
export const Promised = z.object({
  promiseID: z.number(),
  kind: z.enum(['promise', 'plan']),
  state: z.enum(['open', 'kept', 'broken', 'cancelled']),
  /** One for a promise; the instalments of a plan, by date. */
  parts: z.array(z.object({ due: z.string(), amountCents: z.number(), state: z.enum(['open', 'paid', 'late']) })),
  by: z.string(),
  at: z.string(),
})
export type Promised = z.infer<typeof Promised>
export const Complaint = z.object({
  complaintID: z.number(),
  kind: z.enum(['complaint', 'dispute']),
  text: z.string(),
  state: z.enum(['open', 'confirmed', 'resolved']),
  /** Receipt must be confirmed in writing before this: two working days (Wki, product.md §3.1). Null for a dispute. */
  confirmBefore: z.nullable(z.string()),
  confirmedAt: z.nullable(z.string()),
  resolvedAt: z.nullable(z.string()),
  outcome: z.string(),
  by: z.string(),
  at: z.string(),
})
export type Complaint = z.infer<typeof Complaint>

const Text = z.string().check(z.trim(), z.minLength(1, 'case.textMissing'), z.maxLength(4000))

/** What staff arrange with a debtor. All of it stands in the case's timeline too. */
export const arrangementApi = {
  list: endpoint({
    method: 'GET',
    path: '/cases/:caseID/arrangements',
    access: { right: Right.viewCases },
    summary: 'Notes, call-backs, promises and complaints of a case, newest first',
    audited: true,
    params: CaseId,
    response: z.object({
      notes: z.array(CaseNote),
      callbacks: z.array(Callback),
      promises: z.array(Promised),
      complaints: z.array(Complaint),
    }),
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/cases/:caseID/notes',
    access: { right: Right.changeCases },
    summary: 'Add a note',
    params: CaseId,
    body: z.object({ text: Text }),
    response: CaseNote,
  }),
  addCallback: endpoint({
    method: 'POST',
    path: '/cases/:caseID/callbacks',
    access: { right: Right.changeCases },
    summary:
      'An appointment to call back, for one colleague or anyone; the moment must lie in a window in which calling is allowed. Outreach waits until then',
    params: CaseId,
    body: z.object({ at: z.iso.datetime(), forUserID: z.nullable(BodyId), note: z.string().check(z.maxLength(1000)) }),
    response: Callback,
  }),
  changeCallback: endpoint({
    method: 'PATCH',
    path: '/callbacks/:callbackID',
    access: { right: Right.changeCases },
    summary: 'Move a call-back, hand it over, call it done or cancel it',
    params: z.object({ callbackID: Id }),
    body: z.object({
      version: Version,
      at: z.optional(z.iso.datetime()),
      forUserID: z.optional(z.nullable(BodyId)),
      note: z.optional(z.string().check(z.maxLength(1000))),
      state: z.optional(z.enum(['open', 'done', 'cancelled'])),
    }),
    response: Callback,
  }),
  callbacks: endpoint({
    method: 'GET',
    path: '/callbacks',
    access: { right: Right.viewCases },
    summary: 'Open call-backs of a customer that are mine or anyone’s, soonest first; the toolbar reminds five minutes before',
    query: z.object({ customerID: Id, mine: z.optional(z.stringbool()), until: z.optional(z.iso.datetime()) }),
    response: z.array(Callback),
  }),
  colleagues: endpoint({
    method: 'GET',
    path: '/cases/colleagues',
    access: { right: Right.changeCases },
    summary: 'Who may get a call-back of a customer',
    query: z.object({ customerID: Id }),
    response: z.array(z.object({ userID: z.number(), name: z.string() })),
  }),
  addPromise: endpoint({
    method: 'POST',
    path: '/cases/:caseID/promises',
    access: { right: Right.changeCases },
    summary:
      'A promise to pay (one part) or a payment plan; the case waits for each date, and a broken one comes back by itself with result TOEV',
    params: CaseId,
    body: z.object({ kind: z.enum(['promise', 'plan']), parts: z.array(Part).check(z.minLength(1), z.maxLength(60)) }),
    response: Promised,
  }),
  cancelPromise: endpoint({
    method: 'DELETE',
    path: '/cases/:caseID/promises/:promiseID',
    access: { right: Right.changeCases },
    summary: 'Cancel a promise; the case goes on',
    params: z.object({ caseID: Id, promiseID: Id }),
    response: Promised,
  }),
  addComplaint: endpoint({
    method: 'POST',
    path: '/cases/:caseID/complaints',
    access: { right: Right.changeCases },
    summary: 'Register a complaint (with its clock of two working days) or a dispute; outreach pauses until it is resolved',
    params: CaseId,
    body: z.object({ kind: z.enum(['complaint', 'dispute']), text: Text }),
    response: Complaint,
  }),
  changeComplaint: endpoint({
    method: 'PATCH',
    path: '/cases/:caseID/complaints/:complaintID',
    access: { right: Right.changeCases },
    summary: 'Confirm receipt, or resolve with an outcome; resolving lets outreach go on',
    params: z.object({ caseID: Id, complaintID: Id }),
    body: z.object({ state: z.enum(['confirmed', 'resolved']), outcome: z.string().check(z.maxLength(4000)) }),
    response: Complaint,
  }),
  complaints: endpoint({
    method: 'GET',
    path: '/complaints',
    access: { right: Right.viewCases },
    summary: 'Open complaints of a customer, the first to be confirmed on top',
    query: z.object({ customerID: Id }),
    response: z.array(z.object({ ...Complaint.shape, caseID: z.number(), caseNumber: z.string(), name: z.string() })),
  }),
}

/** One person over batches: the cases that share a phone, an e-mail address or an IBAN (product.md §3.1, idea 14). */
export const Person = z.object({
  cases: z.array(z.object({ ...CaseRow.shape, sharedBy: z.array(z.enum(['phone', 'email', 'iban'])) })),
  claims: z.object({ count: z.number(), outstandingCents: z.number(), currency: z.string() }),
  /** Of the last day and week, over all those cases and channels, beside the caps that hold (null: none). */
  contacts: z.object({
    callsToday: z.number(),
    answeredToday: z.number(),
    callsThisWeek: z.number(),
    writtenThisWeek: z.number(),
    caps: z.object({
      answeredPerDay: z.nullable(z.number()),
      callsPerDay: z.nullable(z.number()),
      callsPerWeek: z.nullable(z.number()),
      writtenPerWeek: z.nullable(z.number()),
    }),
  }),
})
export type Person = z.infer<typeof Person>

export const personApi = {
  get: endpoint({
    method: 'GET',
    path: '/cases/:caseID/person',
    access: { right: Right.viewCases },
    summary: 'The other cases of this person at the same customer, what is claimed in all, and how often he was contacted',
    audited: true,
    params: CaseId,
    response: Person,
  }),
}
