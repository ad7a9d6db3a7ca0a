import type { Channel } from './channels.ts'
import type { RequestKind } from './request-kinds.ts'

/** What a line of the timeline is about; its icon and, for an event that a version does not know, its name (`cases.kinds.<kind>`). */
export const timelineKinds = [
  'imported',
  'email',
  'sms',
  'call',
  'paymentLink',
  'payment',
  'status',
  'wait',
  'branch',
  'held',
  'batch',
  'result',
  'note',
  'fields',
  'callback',
  'promise',
  'complaint',
  'link',
  'whatsapp',
  'webchat',
  'debtLaw',
  'letter',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

// What only the script does with itself; who works on a case reads past it.
const stepKinds: readonly TimelineKind[] = ['wait', 'branch', 'held']

/** What one reads of a timeline: all but the steps of the script, what went to and fro, what was paid, or what staff wrote and agreed. */
export const timelineParts = {
  main: timelineKinds.filter((kind) => !stepKinds.includes(kind)),
  messages: ['email', 'sms', 'whatsapp', 'webchat', 'call', 'letter'],
  payments: ['paymentLink', 'payment', 'promise'],
  notes: ['note', 'result', 'callback', 'complaint', 'debtLaw'],
} as const satisfies Record<string, readonly TimelineKind[]>
export type TimelinePart = keyof typeof timelineParts
export const timelinePartNames = Object.keys(timelineParts) as [TimelinePart, ...TimelinePart[]]

/** What an undo entry did to a case. */
export type UndoneAction = 'closed' | 'reopened' | 'paused' | 'resumed' | 'resultSet'

type None = Record<never, never>
/** `via`: whose payment request the link is; left out, it is a payment link of ours. */
type Amount = { amountCents: number; currency: string; reason?: string; via?: RequestKind }
/** Of a message: why it failed, how a call was answered, and for when it was planned. */
type Outcome = { reason?: string; answer?: string; at?: string }
type Written = Exclude<Channel, 'call'>
type MessageParams = Record<`${Written}${'Queued' | 'Sent' | 'Delivered' | 'Failed' | 'Unknown' | 'Cancelled'}`, Outcome> &
  Record<
    `call${'Placed' | 'Started' | 'Answered' | 'Transferred' | 'Voicemail' | 'NotAnswered' | 'Busy' | 'Failed' | 'Unknown' | 'Cancelled'}`,
    Outcome
  >

/** Every event that may be written, with what it says beside itself. Times are ISO instants, `due` is a date. */
type TimelineParams = MessageParams & {
  imported: { file?: string }
  importFlagged: { flag: string; file: string }
  amountTakenOver: { oldCents: number; newCents: number; file: string }
  created: None
  demoStarted: None
  paused: { until?: string }
  pauseEnded: None
  resumed: None
  reopened: None
  reopenedAnew: None
  /** What was undone, and when it had been done. */
  undone: { what: UndoneAction; at: string }
  personBlacklisted: { retention: string }
  personUnlisted: { reason: string }
  addressBlacklisted: { cause: string }
  /** Its owner asked for messages again. */
  addressUnlisted: None
  /** Its image was fetched, a link in it followed: by a person, or perhaps by a program of their mail service. */
  emailOpened: None
  emailMaybeOpened: None
  emailClicked: None
  emailMaybeClicked: None
  /** Somebody answered a mail of ours; `text` is how it begins. */
  emailReceived: { incomingID: number; subject: string; text: string }
  /** A colleague, or somebody on the list of the customer, got it to read. */
  emailForwarded: { to: string }
  /** A notice of absence or the like: no person wrote it. */
  emailAutomatic: { incomingID: number; subject: string; text: string }
  /** Somebody wrote to us; `text` is how it begins. */
  smsReceived: { incomingID: number; text: string }
  whatsappReceived: { incomingID: number; text: string }
  /** In the chat on a site; `text` is how it begins. */
  webchatReceived: { incomingID: number; text: string }
  webchatSent: { answerID: number; text: string }
  /** `before`: the last result until then, where its money closed it; empty: none. */
  closed: { result: string; before?: string }
  resultSet: { result: string }
  /** To a bailiff or back to its client; `to` is who has it, `reference` theirs or ours, empty: none. */
  handedOver: { handOverID: number; to: string; reference: string }
  /** It was handed over and is open again; `why` is what somebody of the staff wrote. */
  takenBack: { to: string; why: string }
  batchPaused: { until?: string }
  batchResumed: None
  batchClosed: { result: string }
  batchReopened: None
  /** Its provider takes nothing now: `by` another one, `instead` of which. */
  smsRerouted: { by: string; instead: string }
  waiting: { until: string }
  branch: { question: string; answer: string }
  /** `variant` is its key in the script, `name` what staff called it. */
  divided: { variant: string; name: string }
  /** `by`: whose call it waits for. */
  held: { reason: string; channel?: Channel; nextAt?: string; missing?: string; by?: string }
  paymentLinkCreated: Amount
  paymentLinkEnded: Amount
  paymentLinkRevived: Amount
  paymentLinkMarked: Amount
  paymentLinkUnmarked: Amount
  link_clicked: Amount
  expired: Amount
  bank_opened: Amount
  in_progress: Amount
  paid: Amount
  canceled: Amount
  paymentFailed: Amount
  paymentLinkSent: { amountCents: number; currency: string; channel: Channel; via?: RequestKind }
  paymentBooked: { amountCents: number; currency: string; paidOn: string; method?: string }
  paymentWithdrawn: { amountCents: number; currency: string; paidOn: string; reason?: string }
  /** Somebody left the case that was chosen for them to others. */
  caseSkipped: { skip: string }
  noteAdded: None
  /** Who spoke in a call showed who they are: what they named was right. */
  callerIdentified: { checks: string }
  /** The agent is sure of it for a reason of their own. */
  callerVouched: { reason: string }
  /** Somebody else picked up. */
  callerOther: None
  /** Somebody unknown called, and who spoke with them found out about which case. */
  callerTied: None
  /** What who picked up chose by a key, or that they chose nothing or did (not) show who they are: `key` is of contract/src/call-menu.ts. */
  callChose: { key: string; choice: string }
  /** Nobody was called: the case has nothing by which who picks up could show who they are. */
  callUnasked: None
  /** Somebody called back the number that dialled them: to the queue, or while nobody was there; or they did not wait for us. */
  callCame: None
  callCameAway: None
  callCameMissed: None
  /** An agent passed the call on to a queue. */
  callPassedOn: { queue: string }
  /** By which conversation an agent was led, and what was answered to each of its pieces. */
  guideFollowed: { guide: string; said: string }
  fieldsChanged: { fields: string }
  /** By the debtor on the page of a link, who had shown who they are. */
  documentAdded: None
  /** A letter on paper: saved, given to the print shop, taken back by staff, or not sent after all, and why. */
  letterQueued: None
  letterHandedOver: None
  letterCancelled: None
  letterRefused: { reason: string }
  /** Its debtor reads it on the payment page from now on. */
  invoiceAdded: None
  documentRemoved: None
  /** The virus scanner took it away. */
  documentInfected: None
  detailsByPayer: { fields: string }
  wishesByPayer: { fields: string }
  /** Written there, to be answered by staff. */
  messageByPayer: { text: string }
  linked: { caseNumber: string }
  unlinked: None
  callbackMade: { at: string }
  callbackChanged: { at: string }
  /** Chosen by the payer on the page of a link. */
  callbackByPayer: { at: string }
  callbackDone: { at: string }
  callbackCancelled: { at: string }
  promiseMade: { amountCents: number; parts: number; due: string }
  planMade: { amountCents: number; parts: number; due: string }
  /** Chosen by the payer on the page of a link. */
  promiseByPayer: { amountCents: number; parts: number; due: string }
  planByPayer: { amountCents: number; parts: number; due: string }
  /** An instalment that was missed may be paid through that day; then the plan ends. That who owes was reminded is said where the message leaves. */
  instalmentReminded: { amountCents: number; due: string; on: string }
  /** An instalment that was missed moves to the end of the plan. */
  instalmentMoved: { amountCents: number; due: string; on: string }
  /** `kind`: of a plan; left out, of one promise. */
  promiseKept: { kind?: 'plan' }
  /** Of a plan with the instalment that was missed. */
  promiseBroken: { result: string; kind?: 'plan'; amountCents?: number; due?: string }
  promiseCancelled: None
  complaintAdded: None
  disputeAdded: None
  /** Written by the payer on the page of a link: `reason` is what was chosen there, where it has words of its own, `text` what was written. */
  disputedByPayer: { text: string; reason?: string }
  /** The payer said there that they cannot pay now; outreach rests until then, or until staff has looked. */
  hardshipByPayer: { text: string; until?: string }
  complaintConfirmed: None
  complaintResolved: None
  /** The limitation of the claim was interrupted on a day; `how`: see contract/src/debt-law.ts. */
  interrupted: { on: string; how: string }
  interruptionWithdrawn: { on: string; how: string; reason: string }
  /** `result`: which kind it is, as a result code. */
  debtHelpRecorded: { result: string }
  debtHelpChanged: { result: string }
  debtHelpEnded: { result: string; on: string }
}

export type TimelineEventName = keyof TimelineParams

/** One event with its parameters; they may be left out where none is needed. */
export type TimelineEvent = {
  [Name in TimelineEventName]: None extends TimelineParams[Name]
    ? { event: Name; params?: TimelineParams[Name] }
    : { event: Name; params: TimelineParams[Name] }
}[TimelineEventName]

/** The kind of each event. The database has the same list (server/sql/record-timeline.sql), and a test compares the two. */
export const kindOfEvent = {
  imported: 'imported',
  importFlagged: 'status',
  amountTakenOver: 'fields',
  created: 'status',
  demoStarted: 'status',
  paused: 'status',
  pauseEnded: 'status',
  resumed: 'status',
  reopened: 'status',
  reopenedAnew: 'status',
  undone: 'status',
  personBlacklisted: 'status',
  personUnlisted: 'status',
  addressBlacklisted: 'status',
  addressUnlisted: 'status',
  emailReceived: 'email',
  emailForwarded: 'email',
  emailAutomatic: 'email',
  smsReceived: 'sms',
  whatsappReceived: 'whatsapp',
  webchatReceived: 'webchat',
  webchatSent: 'webchat',
  closed: 'result',
  resultSet: 'result',
  handedOver: 'result',
  takenBack: 'result',
  batchPaused: 'batch',
  batchResumed: 'batch',
  batchClosed: 'batch',
  batchReopened: 'batch',
  waiting: 'wait',
  branch: 'branch',
  divided: 'branch',
  held: 'held',
  emailQueued: 'email',
  emailSent: 'email',
  emailDelivered: 'email',
  emailOpened: 'email',
  emailMaybeOpened: 'email',
  emailClicked: 'email',
  emailMaybeClicked: 'email',
  emailFailed: 'email',
  emailUnknown: 'email',
  emailCancelled: 'email',
  smsQueued: 'sms',
  smsSent: 'sms',
  smsDelivered: 'sms',
  smsFailed: 'sms',
  smsUnknown: 'sms',
  smsCancelled: 'sms',
  smsRerouted: 'sms',
  whatsappQueued: 'whatsapp',
  whatsappSent: 'whatsapp',
  whatsappDelivered: 'whatsapp',
  whatsappFailed: 'whatsapp',
  whatsappUnknown: 'whatsapp',
  whatsappCancelled: 'whatsapp',
  callChose: 'call',
  callUnasked: 'call',
  callPlaced: 'call',
  callStarted: 'call',
  callAnswered: 'call',
  callTransferred: 'call',
  callVoicemail: 'call',
  callNotAnswered: 'call',
  callBusy: 'call',
  callFailed: 'call',
  callUnknown: 'call',
  callCancelled: 'call',
  paymentLinkCreated: 'paymentLink',
  paymentLinkSent: 'paymentLink',
  paymentLinkEnded: 'paymentLink',
  paymentLinkRevived: 'paymentLink',
  paymentLinkMarked: 'payment',
  paymentLinkUnmarked: 'payment',
  link_clicked: 'paymentLink',
  expired: 'paymentLink',
  bank_opened: 'payment',
  in_progress: 'payment',
  paid: 'payment',
  canceled: 'payment',
  paymentFailed: 'payment',
  paymentBooked: 'payment',
  paymentWithdrawn: 'payment',
  caseSkipped: 'status',
  noteAdded: 'note',
  callerIdentified: 'call',
  callerVouched: 'call',
  callerOther: 'call',
  callerTied: 'call',
  callCame: 'call',
  callCameAway: 'call',
  callCameMissed: 'call',
  callPassedOn: 'call',
  guideFollowed: 'call',
  fieldsChanged: 'fields',
  letterQueued: 'letter',
  letterHandedOver: 'letter',
  letterCancelled: 'letter',
  letterRefused: 'letter',
  documentAdded: 'fields',
  invoiceAdded: 'fields',
  documentRemoved: 'fields',
  documentInfected: 'fields',
  detailsByPayer: 'fields',
  wishesByPayer: 'fields',
  messageByPayer: 'note',
  linked: 'link',
  unlinked: 'link',
  callbackMade: 'callback',
  callbackChanged: 'callback',
  callbackByPayer: 'callback',
  callbackDone: 'callback',
  callbackCancelled: 'callback',
  promiseMade: 'promise',
  planMade: 'promise',
  promiseByPayer: 'promise',
  planByPayer: 'promise',
  instalmentReminded: 'promise',
  instalmentMoved: 'promise',
  promiseKept: 'promise',
  promiseBroken: 'promise',
  promiseCancelled: 'promise',
  complaintAdded: 'complaint',
  disputeAdded: 'complaint',
  disputedByPayer: 'complaint',
  hardshipByPayer: 'complaint',
  complaintConfirmed: 'complaint',
  complaintResolved: 'complaint',
  interrupted: 'debtLaw',
  interruptionWithdrawn: 'debtLaw',
  debtHelpRecorded: 'debtLaw',
  debtHelpChanged: 'debtLaw',
  debtHelpEnded: 'debtLaw',
} as const satisfies Record<TimelineEventName, TimelineKind>
