import { FieldDefinition } from './fields.ts'
import * as z from 'zod/mini'
import { PhoneKey } from './call-menu.ts'
import { CaseChoices, caseFilter, caseOrder, caseSorts } from './case-filter.ts'
import { MessageFailure } from './failures.ts'
import { endpoint } from './endpoint.ts'
import { LastAnswer } from './last-answer.ts'
import { SentAttachment } from './mail-attachments.ts'
import { Id, pageOf, pageQuery } from './paging.ts'
import { CasePayments } from './payments.ts'
import { Right } from './right-codes.ts'
import { SentButton } from './sent-buttons.ts'
import { Channel } from './channels.ts'
import { mailReceiverReasons } from './templates.ts'
import { timelineKinds, timelinePartNames } from './timeline-events.ts'
import { whyQuery } from './why.ts'

export const caseStatuses = ['open', 'paused', 'closed'] as const
export const CaseStatus = z.enum(caseStatuses)
export type CaseStatus = z.infer<typeof CaseStatus>
const LiveState = z.enum(['script', 'calling', 'cooldown', 'transferred', 'transferring', 'human', 'voicemail', 'noanswer', 'incall'])
export const CaseRow = z.object({
  caseID: z.number(),
  caseNumber: z.string(),
  customerID: z.number(),
  batchID: z.number(),
  batchName: z.string(),
  status: CaseStatus,
  statusAt: z.string(),
  result: z.nullable(z.string()),
  name: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  city: z.nullable(z.string()),
  /** What is still open: the claim, less what was paid. */
  outstandingCents: z.nullable(z.number()),
  /** What was paid in all, and the last day on which something was. */
  paidCents: z.number(),
  paidOn: z.nullable(z.string()),
  /** What is promised and not in yet, and the next day of it. */
  promisedCents: z.number(),
  promisedOn: z.nullable(z.string()),
  currency: z.string(),
  /** The first day on which the claim is time-barred; null: not known. */
  barredOn: z.nullable(z.string()),
  /** Only in the list of debt help whose end has come: that day. */
  debtHelpEndsOn: z.optional(z.string()),
  /** The step that its script takes next, and when; no moment where it waits for something else. Null: closed, or at its end. */
  nextStep: z.nullable(z.object({ kind: z.string(), name: z.string(), at: z.nullable(z.string()) })),
  attempts: z.number(),
  lastAnswer: z.nullable(LastAnswer),
  lastResult: z.nullable(z.string()),
  /** Only of one that is paused. */
  pausedUntil: z.nullable(z.string()),
  updatedAt: z.string(),
})
export type CaseRow = z.infer<typeof CaseRow>

/** Every reason for which nobody may be contacted; the texts stand in the locale files under `cases.refusals`. */
export const refusalReasons = [
  'caseClosed',
  'casePaused',
  'batchClosed',
  'batchPaused',
  'batchPreparing',
  'noPhone',
  'noMobile',
  'noEmail',
  'blacklisted',
  'lawHours',
  'lawSunday',
  'lawHoliday',
  'outsideWindow',
  'onlySimulated',
  'paymentUnderWay',
  'noProvider',
  'scriptInactive',
  'extraClosed',
  'outsideFilter',
  'personCallCap',
  'personAnsweredCap',
  'personWrittenCap',
  'personLifetimeCap',
  'disputed',
  'debtHelp',
  'onlyOwnNumber',
  'personHours',
  'otherChannelPreferred',
  'textIncomplete',
  'templateMissing',
  'providerOff',
  'staffCall',
  'staffResult',
  'caseHeld',
  'staffContact',
  'smsPaused',
  'whatsappWindowOver',
  'amountChanged',
  'numberInactive',
  'smsOnlyOne',
  'nothingOpen',
  'linkTextMissing',
  'noPostalAddress',
  'debtNamedBefore',
] as const
export const RefusalReason = z.enum(refusalReasons)
export type RefusalReason = z.infer<typeof RefusalReason>
/** What somebody of staff is doing holds the script; each is said with their name. */
export const staffReasons: readonly RefusalReason[] = ['staffCall', 'staffResult', 'caseHeld']
export const isAboutStaff = (reason: string) => staffReasons.some((one) => one === reason)

/** What no waiting ends: the person cannot be reached until somebody mends the case or its script. */
export const unreachableReasons: readonly RefusalReason[] = [
  'noPhone',
  'noMobile',
  'noEmail',
  'noPostalAddress',
  'blacklisted',
  'onlyOwnNumber',
  'otherChannelPreferred',
  'textIncomplete',
  'templateMissing',
  'debtNamedBefore',
]

export const ChannelPermission = z.object({ ok: z.boolean(), reason: z.nullable(RefusalReason), nextAt: z.nullable(z.string()) })
export type ChannelPermission = z.infer<typeof ChannelPermission>
/** As a light of the case; `byText`: its person is not reached, but a text of the customer names who gets it in their place, or who else carries it. */
const CaseLight = z.extend(ChannelPermission, { byText: z.optional(z.boolean()) })
/** May the person of a case be contacted now, by each channel; `link`: may a payment link for what is open reach them by any, which a promise that waits does not keep back. */
export const CasePermission = z.object({ call: CaseLight, email: CaseLight, sms: CaseLight, whatsapp: CaseLight, link: CaseLight })
export type CasePermission = z.infer<typeof CasePermission>

/** What was decided of a message: when it was queued, and each time that it was held, for another reason, when it was to leave. */
export const ContactDecision = z.object({ at: z.string(), when: z.enum(['queued', 'claimed']), ...ChannelPermission.shape })
export type ContactDecision = z.infer<typeof ContactDecision>

// `received` is the state of what the person of the case wrote to us; the others are those of what we sent.
const deliveryStates = [
  'not_yet_sent',
  'waiting',
  'started',
  'sent',
  'delivered',
  'read',
  'failed',
  'unknown',
  'cancelled',
  'answered',
  'unanswered',
  'voicemail',
  'transferred',
  'received',
] as const
export const DeliveryState = z.enum(deliveryStates)
export type DeliveryState = z.infer<typeof DeliveryState>

/** One thing that happened; what an older version wrote may be an event that is written no more. `event` with `params` is translated by the screen (`cases.events.<event>`). */
export const TimelineItem = z.object({
  id: z.number(),
  at: z.string(),
  kind: z.enum(timelineKinds),
  event: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  communicationID: z.nullable(z.number()),
  /** What staff call the step of the script that sent the message; null where no step did. */
  step: z.nullable(z.string()),
  state: z.nullable(DeliveryState),
  simulated: z.boolean(),
  reason: z.nullable(z.string()),
  by: z.nullable(z.string()),
  /** The first words of the message, on one line, at most 200 characters; of a note, and where it is asked for, all of it; null where nothing was written. */
  excerpt: z.nullable(z.string()),
  /** What stood under a WhatsApp message of ours. */
  buttons: z.array(SentButton),
  /** Of a WhatsApp message that came in: its person did not write it but pressed it, under a message of ours. */
  isPressed: z.boolean(),
})
export type TimelineItem = z.infer<typeof TimelineItem>

const pauseCauses = ['staff', 'callback', 'promise', 'dispute', 'complaint', 'vulnerable', 'reply', 'blocked', 'start'] as const
const PauseCause = z.enum(pauseCauses)

export const CaseDetail = z.object({
  ...CaseRow.shape,
  /** The claim, of which what is open and what was paid are parts; more may be paid than it. Null: not known. */
  claimCents: z.nullable(z.number()),
  scriptID: z.number(),
  scriptName: z.string(),
  direction: z.enum(['inbound', 'outbound']),
  liveState: z.nullable(LiveState),
  createdAt: z.string(),
  /** `fields` by key: days as yyyy-MM-dd, amounts as 1234.50, phones as E.164. */
  pausedForever: z.boolean(),
  /** What it is paused for: what was agreed with the person, what is looked into, or `staff` who paused it. */
  pausedFor: z.nullable(PauseCause),
  fields: z.record(z.string(), z.string()),
  /** What the fields are. Left out unless asked for: they are 8 kB, the same for every case of a script, and scripts answer them too (`scripts.fields`). */
  fieldDefs: z.optional(z.array(FieldDefinition)),
  run: z.nullable(
    z.object({
      step: z.string(),
      stepKind: z.string(),
      /** What staff call it. */
      stepName: z.string(),
      state: z.enum(['ready', 'sleeping', 'waiting', 'finished']),
      dueAt: z.nullable(z.string()),
      /** Why it is not contacted or closed yet, and whose call it waits for where it does. */
      held: z.nullable(RefusalReason),
      heldBy: z.nullable(z.string()),
    }),
  ),
  linkedCase: z.nullable(z.object({ caseID: z.number(), caseNumber: z.string() })),
  /** Who has it at this moment, since which day, and by which hand-over; nothing is done here until it is taken back. */
  handedOver: z.nullable(z.object({ handOverID: z.number(), to: z.string(), on: z.string() })),
  /** Of a demo: reaches only the number of who began it, and stands in no report. */
  isDemo: z.boolean(),
  /** A locked batch's cases are read-only for all but right 204. */
  batchLocked: z.boolean(),
  /** When what a person can be known by was taken away, or only the texts of the messages: by the periods of the customer or at a person's request. */
  anonymousAt: z.nullable(z.string()),
  textsGoneAt: z.nullable(z.string()),
  version: z.number(),
})
export type CaseDetail = z.infer<typeof CaseDetail>

/** A text of a call: to who picks up, to a voicemail, to whoever showed who they are, or after a key. */
const HeardText = z.object({
  part: z.enum(['answer', 'voicemail', 'identified', 'key']),
  /** The key after which it is heard, with the name of its choice; null: no key. */
  after: z.nullable(z.object({ key: PhoneKey, name: z.string() })),
  text: z.string(),
  /** What the provider got to play: the voice, and how long it takes. Null: no sound, the provider speaks itself. */
  played: z.nullable(z.object({ voice: z.string(), seconds: z.number() })),
})
export type HeardText = z.infer<typeof HeardText>

/** A message as it was (or will be) sent. `html` is shown in a sandboxed frame only. */
export const Communication = z.object({
  customerID: z.number(),
  communicationID: z.number(),
  channel: Channel,
  state: DeliveryState,
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  /** Without its buttons. */
  text: z.string(),
  /** What stood under a WhatsApp message. */
  buttons: z.array(SentButton),
  html: z.nullable(z.string()),
  simulated: z.boolean(),
  /** The adapter that carries it. */
  provider: z.string(),
  /** The name of the customer's provider; null: the installation's own, or one that is gone. */
  providerName: z.nullable(z.string()),
  /** Of an SMS: whose place that provider took; null: nobody's. */
  insteadOf: z.nullable(z.string()),
  /** Of a call, as the voice provider got them; empty: its standard one. */
  voice: z.string(),
  language: z.string(),
  /** Of a call: what it lets hear, in the order in which it may be heard. */
  heard: z.array(HeardText),
  /** Of a call in which keys may be pressed: the keys, and what was chosen (a key, `noChoice`, `unidentified` or `identified`); null: nothing yet. */
  menu: z.nullable(z.object({ keys: z.array(z.object({ key: PhoneKey, name: z.string() })), chosen: z.nullable(z.string()) })),
  queuedAt: z.string(),
  sentAt: z.nullable(z.string()),
  deliveredAt: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Of an e-mail: whether its reader may leave by one click, where answers go, who got it in whose place or as a copy, and the hash of its bytes if they are kept. */
  mail: z.nullable(
    z.object({
      leaves: z.boolean(),
      replyTo: z.string(),
      cc: z.array(z.string()),
      bcc: z.array(z.string()),
      /** Why it went to somebody else than the person of the case; null: it did not. */
      receiverReason: z.nullable(z.enum(mailReceiverReasons)),
      sha256: z.nullable(z.string()),
    }),
  ),
  /** The files that went with it. */
  attachments: z.array(SentAttachment),
  /** The code of a provider within the reason, with its cause. */
  failure: z.nullable(MessageFailure),
  decisions: z.array(ContactDecision),
})
export type Communication = z.infer<typeof Communication>

/** A page of cases, and the orders that this user may not ask because what they compare is masked for them. */
const CasePage = z.extend(pageOf(CaseRow), { hiddenSorts: z.array(z.enum(caseSorts)) })

const CaseId = z.object({ caseID: Id })

export const caseApi = {
  list: endpoint({
    method: 'GET',
    path: '/cases',
    access: { right: [Right.viewCases, Right.viewBatches] },
    analysisWith: 'place',
    summary: 'Cases of a customer or batch; with a place those behind one line of the funnel of a batch or script',
    query: z.object({
      customerID: Id,
      batchID: z.optional(Id),
      /** Only with a place, as are reasons: the cases behind one line of the funnel of a batch or script. */
      scriptID: z.optional(Id),
      status: z.optional(CaseStatus),
      /** Only with a batch. */
      ...caseFilter,
      /** Newest first unless asked otherwise; another order than by id is for the cases of a batch, or with a place. */
      ...caseOrder,
      ...whyQuery,
      ...pageQuery,
    }),
    response: CasePage,
  }),
  search: endpoint({
    method: 'GET',
    path: '/cases/search',
    access: { right: Right.viewCases },
    budget: 'analysis',
    summary: 'Find cases by phone in any notation, name, number, e-mail, postcode or invoice',
    query: z.object({
      customerID: Id,
      q: z.string().check(z.maxLength(500)),
      /** Only cases whose whole invoice number `q` is. */
      by: z.optional(z.literal('invoice')),
      batchID: z.optional(Id),
      status: z.optional(CaseStatus),
      ...caseFilter,
      ...caseOrder,
      ...pageQuery,
    }),
    response: CasePage,
  }),
  choices: endpoint({
    method: 'GET',
    path: '/batches/:batchID/case-choices',
    access: { right: [Right.viewCases, Right.viewBatches] },
    budget: 'analysis',
    summary: 'By what the cases of a batch may be filtered: results, last answers and next steps, each with its number of cases',
    params: z.object({ batchID: Id }),
    response: CaseChoices,
  }),
  get: endpoint({
    method: 'GET',
    path: '/cases/:caseID',
    access: { right: Right.viewCases },
    summary: 'One case with its fields and its place in the script',
    audited: true,
    params: CaseId,
    query: z.object({ fieldDefs: z.optional(z.stringbool()) }),
    response: CaseDetail,
  }),
  payments: endpoint({
    method: 'GET',
    path: '/cases/:caseID/payments',
    access: { right: Right.viewCases },
    summary: 'The payment links of a case with what happened to each, what was paid, and a payment under way',
    audited: true,
    params: CaseId,
    response: CasePayments,
  }),
  timeline: endpoint({
    method: 'GET',
    path: '/cases/:caseID/timeline',
    access: { right: Right.viewCases },
    summary: 'What happened, newest first; of one channel or one part where asked',
    audited: true,
    params: CaseId,
    query: z.object({
      channel: z.optional(Channel),
      part: z.optional(z.enum(timelinePartNames)),
      /** For paper: each message in full, with its lines; one that is very long is cut, and its pages are shorter than may be asked. */
      texts: z.optional(z.enum(['whole'])),
      ...pageQuery,
    }),
    response: pageOf(TimelineItem),
  }),
  communication: endpoint({
    method: 'GET',
    path: '/cases/:caseID/communications/:communicationID',
    access: { right: Right.viewCases },
    summary: 'One message as it was sent',
    audited: true,
    params: z.object({ caseID: Id, communicationID: Id }),
    response: Communication,
  }),
  mailPage: endpoint({
    method: 'GET',
    path: '/cases/:caseID/communications/:communicationID/page',
    access: { right: Right.viewCases },
    summary:
      'An e-mail as it was sent, with its own style sheets, as a page for a frame: under a policy without script and without anything from outside',
    audited: true,
    params: z.object({ caseID: Id, communicationID: Id }),
    query: z.object({ scheme: z._default(z.enum(['light', 'dark']), 'light') }),
    file: 'text/html',
  }),
  sentMail: endpoint({
    method: 'GET',
    path: '/cases/:caseID/communications/:communicationID/mail',
    access: { right: Right.viewCases, also: [Right.viewPersonalData] },
    summary: 'The bytes of an e-mail as it left, where its template keeps them',
    audited: true,
    params: z.object({ caseID: Id, communicationID: Id }),
    file: 'message/rfc822',
  }),
}
