import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { BodyId, Id, Version } from './paging.ts'
import { Right } from './right-codes.ts'
import { keyAsWords } from './scripts.ts'

const PieceKey = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))
// What staff call a piece, if somebody named it. Its key stays: a call under way knows it by that.
const Named = { key: PieceKey, name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))) }

export const guideTextMax = 2000
export const answerWordsMax = 60
/** Each answer has a key from 1 to 9. */
export const guideAnswersMax = 9
const guidePiecesMax = 100
export const guideNameMax = 60

/** What an end of a conversation does. Their words: `guides.works.<work>`. */
export const guideWorks = ['promise', 'plan', 'paymentLink', 'dispute', 'debtHelp', 'callback', 'wrongPerson', 'result'] as const
export type GuideWork = (typeof guideWorks)[number]

/** One answer of whoever is on the line; `to` is the piece it goes on to, empty while nobody has drawn that yet. */
const GuideAnswer = z.object({
  key: PieceKey,
  words: z.string().check(z.trim(), z.maxLength(answerWordsMax)),
  to: z.union([PieceKey, z.literal('')]),
})
export type GuideAnswer = z.infer<typeof GuideAnswer>

const GuideText = z.string().check(z.maxLength(guideTextMax))

/** A piece of a guided conversation: something to say with its answers, or an end with the work that it does. */
export const GuidePiece = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('say'),
    ...Named,
    text: GuideText,
    /** It may be said before it is known who is on the line; it then names nothing of the debt. */
    isOpen: z.boolean(),
    answers: z.array(GuideAnswer).check(z.maxLength(guideAnswersMax)),
  }),
  z.object({
    kind: z.literal('end'),
    ...Named,
    /** How the agent closes; it may be empty. */
    text: GuideText,
    work: z.enum(guideWorks),
    /** Of `result` and `debtHelp`: which code. */
    result: z.optional(z.string().check(z.maxLength(10))),
  }),
])
export type GuidePiece = z.infer<typeof GuidePiece>
export type SayPiece = Extract<GuidePiece, { kind: 'say' }>
export type EndPiece = Extract<GuidePiece, { kind: 'end' }>

/** The first piece of the list is how a conversation begins. */
export const GuidePieces = z.array(GuidePiece).check(z.minLength(1), z.maxLength(guidePiecesMax))

/** What staff call a piece: its own name, or its key as words. */
export const pieceName = ({ key, name }: { key: string; name?: string | undefined }): string => name ?? keyAsWords(key)

/** What is wrong with a drawn conversation; texts under `guides.faults`. */
const guideFaultKinds = [
  'noStart',
  'keyTwice',
  'textMissing',
  'answersMissing',
  'answerWordsMissing',
  'answerTwice',
  'answerNowhere',
  'unreachable',
  'noEnd',
  'resultUnknown',
  'fieldUnknown',
  'tellsTooSoon',
  'endTooSoon',
] as const
export const GuideFault = z.object({ piece: z.nullable(z.string()), fault: z.enum(guideFaultKinds), detail: z.optional(z.string()) })
export type GuideFault = z.infer<typeof GuideFault>

/** One change between two versions as a fact; the screen puts it into words. Pieces are called by their names. */
export const GuideChange = z.object({
  name: z.string(),
  change: z.enum([
    'added',
    'removed',
    'first',
    'named',
    'text',
    'opened',
    'closed',
    'work',
    'answerAdded',
    'answerGone',
    'answerNamed',
    'answerLed',
  ]),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  answer: z.optional(z.string()),
})
export type GuideChange = z.infer<typeof GuideChange>

export const GuideRow = z.object({
  guideID: z.number(),
  customerID: z.number(),
  name: z.string(),
  /** It leads every call for which no other was chosen. */
  isDefault: z.boolean(),
  /** Null: no version was published yet. */
  liveNo: z.nullable(z.number()),
  liveAt: z.nullable(z.string()),
  hasDraft: z.boolean(),
  /** Whose calls it leads, by name. */
  scripts: z.array(z.string()),
  queues: z.array(z.string()),
  /** Calls of the last thirty days that it led. */
  calls: z.number(),
})
export type GuideRow = z.infer<typeof GuideRow>

const Choice = z.object({ id: z.number(), name: z.string(), guideID: z.nullable(z.number()), guideName: z.nullable(z.string()) })

export const Guide = z.object({
  guideID: z.number(),
  customerID: z.number(),
  name: z.string(),
  isDefault: z.boolean(),
  version: z.number(),
  live: z.nullable(z.object({ versionID: z.number(), no: z.number(), pieces: GuidePieces, at: z.string(), by: z.string() })),
  draft: z.nullable(
    z.object({
      pieces: GuidePieces,
      version: z.number(),
      changedAt: z.string(),
      changedBy: z.string(),
      basedOn: z.nullable(z.number()),
    }),
  ),
  faults: z.array(GuideFault),
  /** What its texts may ask for, beside the names that every text may. */
  fields: z.array(z.string()),
  /** The scripts and queues of the customer, each with the conversation that was chosen for its calls. */
  scripts: z.array(Choice),
  queues: z.array(Choice),
})
export type Guide = z.infer<typeof Guide>

export const GuideVersionRow = z.object({
  versionID: z.number(),
  no: z.number(),
  by: z.string(),
  at: z.string(),
  note: z.string(),
  live: z.boolean(),
  changes: z.array(GuideChange),
})
export type GuideVersionRow = z.infer<typeof GuideVersionRow>

const GuideId = z.object({ guideID: Id })
const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(guideNameMax))
const Note = z.string().check(z.trim(), z.maxLength(500))
const Ids = z.array(BodyId).check(z.maxLength(500))
const view = { right: Right.viewScripts }
const change = { right: Right.changeScripts }

/** Conversations that a team leader draws, by which an agent is led through a call. */
export const guideApi = {
  list: endpoint({
    method: 'GET',
    path: '/guides',
    access: view,
    summary: 'The guided conversations of a customer',
    query: z.object({ customerID: Id }),
    response: z.array(GuideRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/guides',
    access: change,
    summary: 'Make a guided conversation, with a draft of one piece and one end',
    body: z.object({ customerID: BodyId, name: Name }),
    response: Guide,
  }),
  get: endpoint({
    method: 'GET',
    path: '/guides/:guideID',
    access: view,
    summary: 'A guided conversation: what is published, and the draft that staff draw',
    params: GuideId,
    response: Guide,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/guides/:guideID',
    access: change,
    summary: 'Its name, and which calls it leads: those of scripts, of queues, or all others. A stale version answers with the newest',
    params: GuideId,
    body: z.object({ name: Name, isDefault: z.boolean(), scriptIDs: Ids, queueIDs: Ids, version: Version }),
    response: Guide,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/guides/:guideID',
    access: change,
    summary: 'Put it away: it leads no call any more; calls that it led keep what was said',
    params: GuideId,
    response: z.array(GuideRow),
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/guides/:guideID/draft',
    access: change,
    summary: 'Keep the draft, faults and all. A stale version answers with the newest draft',
    params: GuideId,
    body: z.object({ pieces: GuidePieces, version: z.number().check(z.int(), z.gte(0)) }),
    response: Guide,
  }),
  dropDraft: endpoint({
    method: 'DELETE',
    path: '/guides/:guideID/draft',
    access: change,
    summary: 'Throw the draft away; one that was never published stays',
    params: GuideId,
    response: Guide,
  }),
  publish: endpoint({
    method: 'POST',
    path: '/guides/:guideID/publish',
    access: change,
    summary: 'Publish the draft for calls that begin from now on. Refused with its faults',
    params: GuideId,
    body: z.object({ version: z.number(), note: Note }),
    response: Guide,
  }),
  versions: endpoint({
    method: 'GET',
    path: '/guides/:guideID/versions',
    access: view,
    summary: 'All versions, newest first: who, when, and what changed',
    params: GuideId,
    response: z.array(GuideVersionRow),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/guides/:guideID/versions/:versionID/restore',
    access: change,
    summary: 'Publish an earlier version again, as a new version',
    params: z.object({ guideID: Id, versionID: Id }),
    body: z.object({ note: Note }),
    response: Guide,
  }),
}

const SaidTurn = z.object({ piece: z.string(), answer: z.string(), at: z.string() })

/** Where the agent is in the conversation that leads their call. */
export const CallGuide = z.object({
  versionID: z.number(),
  name: z.string(),
  /** How many things were done in it; what is done next says what it has seen. */
  turn: z.number(),
  state: z.enum(['running', 'left', 'done']),
  piece: z.object({
    key: z.string(),
    name: z.string(),
    kind: z.enum(['say', 'end']),
    /** It tells of the debt, and it is not known yet who is on the line: its words stay away until it is. */
    asksIdentity: z.boolean(),
    /** Null while `asksIdentity`. */
    text: z.nullable(z.string()),
    /** What the text asks for and the case does not have. */
    missing: z.array(z.string()),
    answers: z.array(z.object({ key: z.string(), words: z.string() })),
    end: z.nullable(z.object({ work: z.enum(guideWorks), result: z.nullable(z.string()) })),
  }),
  /** What was answered so far; of what tells of the debt only while that may be seen. */
  said: z.array(SaidTurn),
})
export type CallGuide = z.infer<typeof CallGuide>

const CallId = z.object({ callID: Id })
const Turn = z.number().check(z.int(), z.gte(0), z.lte(10_000))
// As with the other things that one does in one's own call.
const own = { right: Right.viewCases }
const Answered = z.nullable(CallGuide)

/** The conversation that leads the call which the caller has. */
export const callGuideApi = {
  find: endpoint({
    method: 'GET',
    path: '/calls/:callID/guide',
    access: own,
    summary: 'Where the caller is in the conversation that leads their call; null: none does',
    params: CallId,
    response: Answered,
  }),
  answer: endpoint({
    method: 'PUT',
    path: '/calls/:callID/guide/answer',
    access: own,
    summary: 'Go on with an answer. The call keeps the version with which it began; a stale turn is refused',
    params: CallId,
    body: z.object({ versionID: BodyId, turn: Turn, piece: PieceKey, answer: PieceKey }),
    response: Answered,
  }),
  back: endpoint({
    method: 'PUT',
    path: '/calls/:callID/guide/back',
    access: own,
    summary: 'Take the last answer back',
    params: CallId,
    body: z.object({ turn: Turn }),
    response: Answered,
  }),
  leave: endpoint({
    method: 'PUT',
    path: '/calls/:callID/guide/leave',
    access: own,
    summary: 'Leave the conversation, or take it up where it was left',
    params: CallId,
    body: z.object({ versionID: BodyId, turn: Turn, isLeft: z.boolean() }),
    response: Answered,
  }),
  finish: endpoint({
    method: 'PUT',
    path: '/calls/:callID/guide/finish',
    access: own,
    summary: 'Say that the work of its end is done',
    params: CallId,
    body: z.object({ turn: Turn }),
    response: Answered,
  }),
}
