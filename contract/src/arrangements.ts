import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { MissedInstalment } from './missed-instalments.ts'
import { BodyId, Id, Version } from './paging.ts'
import { Cents } from './payments.ts'
import { Right } from './right-codes.ts'

const CaseId = z.object({ caseID: Id })

/** One date and amount of a promise or plan. */
export const Part = z.object({ due: z.iso.date(), amountCents: Cents })

/** How a plan is asked for, and what becomes of an instalment that is missed; left out: by links, and the rule of the customer. */
export const PlanChoices = { asksByLink: z.optional(z.boolean()), missedInstalment: z.optional(MissedInstalment) }

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
  /** It was cancelled because the case closed; undoing that, or reopening the case before its moment, opens it again. */
  endedByClosing: z.boolean(),
  version: z.number(),
})
export type Callback = z.infer<typeof Callback>
export const PaymentPromise = z.object({
  promiseID: z.number(),
  kind: z.enum(['promise', 'plan']),
  state: z.enum(['open', 'kept', 'broken', 'cancelled']),
  /** It ended because the case closed, kept if that is paid; undoing that, or reopening the case before a part is overdue, lets it run again. */
  endedByClosing: z.boolean(),
  /** One for a promise; the instalments of a plan, by date. */
  parts: z.array(
    z.object({
      due: z.string(),
      amountCents: z.number(),
      state: z.enum(['open', 'paid', 'late']),
      /** When its payment link was sent; null: not yet. */
      askedAt: z.nullable(z.string()),
      /** It was missed: when it was due before it moved to the end. */
      movedFrom: z.nullable(z.string()),
      /** It was missed and is reminded of: after this day the plan ends. */
      lateAfter: z.nullable(z.string()),
    }),
  ),
  /** Of a plan: each instalment is asked for by a payment link of its own, once the one before is paid or overdue. */
  asksByLink: z.boolean(),
  /** Of a plan: its own rule for an instalment that is missed, else that of its customer. */
  missedInstalment: MissedInstalment,
  by: z.string(),
  at: z.string(),
})
export type PaymentPromise = z.infer<typeof PaymentPromise>
/** What a payer may choose on the page of a link, where it is none of these they only wrote it in words. */
const disputeReasons = ['paid', 'amount', 'notMine'] as const
export type DisputeReason = (typeof disputeReasons)[number]
export const Complaint = z.object({
  complaintID: z.number(),
  kind: z.enum(['complaint', 'dispute']),
  /** What the payer chose where they wrote it; null: something else, or staff wrote it down. */
  reason: z.nullable(z.enum(disputeReasons)),
  text: z.string(),
  state: z.enum(['open', 'confirmed', 'resolved']),
  /** Receipt must be confirmed in writing before this: two working days (Wki, product.md §3.1). Null for a dispute. */
  confirmBefore: z.nullable(z.string()),
  confirmedAt: z.nullable(z.string()),
  resolvedAt: z.nullable(z.string()),
  outcome: z.string(),
  /** What the debtor sent along to show it. */
  files: z.array(z.object({ fileID: z.number(), fileName: z.string(), bytes: z.number() })),
  by: z.string(),
  at: z.string(),
})
export type Complaint = z.infer<typeof Complaint>

/** Whose call-backs: those of the caller, those that anyone may take, both of these, or the whole team's. */
export const CallbackOwner = z.enum(['mine', 'anyone', 'reach', 'team'])
export type CallbackOwner = z.infer<typeof CallbackOwner>

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
      promises: z.array(PaymentPromise),
      complaints: z.array(Complaint),
      /** What becomes of a missed instalment at the customer, which holds for a plan without a rule of its own. */
      missedInstalment: MissedInstalment,
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
  callbackMoment: endpoint({
    method: 'GET',
    path: '/cases/:caseID/callback-moment',
    access: { right: Right.changeCases },
    summary:
      'The first moment from then on at which the person may be called, by the rule that a call-back is checked by; null when no waiting helps',
    params: CaseId,
    query: z.object({ from: z.iso.datetime() }),
    response: z.object({ at: z.nullable(z.string()) }),
  }),
  changeCallback: endpoint({
    method: 'PATCH',
    path: '/callbacks/:callbackID',
    access: { right: Right.changeCases },
    summary: 'Move a call-back, hand it over, call it done or cancel it',
    savedAs: [{ entity: 'callback', param: 'callbackID' }],
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
    summary:
      'Open call-backs of a customer, soonest first, so that what is overdue stands on top: by default those that are mine or anyone’s, of which the toolbar reminds five minutes before',
    query: z.object({ customerID: Id, whose: z.optional(CallbackOwner), userID: z.optional(Id), until: z.optional(z.iso.datetime()) }),
    response: z.array(Callback),
  }),
  colleagues: endpoint({
    method: 'GET',
    path: '/cases/colleagues',
    access: { right: Right.changeCases },
    summary: 'Who may get a call-back of a customer, or be mentioned in a note',
    query: z.object({ customerID: Id }),
    response: z.array(z.object({ userID: z.number(), name: z.string(), username: z.string() })),
  }),
  addPromise: endpoint({
    method: 'POST',
    path: '/cases/:caseID/promises',
    access: { right: Right.changeCases },
    summary:
      'A promise to pay (one part) or a payment plan; the case waits for each date, and a broken one comes back by itself with result TOEV',
    params: CaseId,
    body: z.object({
      kind: z.enum(['promise', 'plan']),
      parts: z.array(Part).check(z.minLength(1), z.maxLength(60)),
      ...PlanChoices,
    }),
    response: PaymentPromise,
  }),
  cancelPromise: endpoint({
    method: 'DELETE',
    path: '/cases/:caseID/promises/:promiseID',
    access: { right: Right.changeCases },
    summary: 'Cancel a promise; the case goes on',
    params: z.object({ caseID: Id, promiseID: Id }),
    response: PaymentPromise,
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
  complaintFile: endpoint({
    method: 'GET',
    path: '/cases/:caseID/complaints/:complaintID/files/:fileID',
    // No mask knows what stands in a file.
    access: { right: Right.viewCases, also: [Right.viewPersonalData] },
    audited: true,
    summary: 'A file that a debtor sent along with a dispute, to be saved',
    params: z.object({ caseID: Id, complaintID: Id, fileID: Id }),
    file: 'application/octet-stream',
  }),
  complaints: endpoint({
    method: 'GET',
    path: '/complaints',
    access: { right: Right.viewCases },
    summary:
      'Open complaints and disputes of a customer or one of its scripts, the first to be confirmed on top; those of demos are left out',
    query: z.object({ customerID: Id, scriptID: z.optional(Id) }),
    response: z.array(z.object({ ...Complaint.shape, caseID: z.number(), caseNumber: z.string(), name: z.string() })),
  }),
}
