import { isAboutStaff } from '../cases.ts'
import { type Channel, channels } from '../channels.ts'
import { requestBrands, requestKinds } from '../request-kinds.ts'
import { readFailure } from '../failure-codes.ts'
import { isResultCode } from '../result-codes.ts'

type Params = Readonly<Record<string, string | number>>

/** The language in which a sentence is said: the texts of that language by their keys, and how it writes amounts, days and moments. */
export type SentenceWords = {
  find: (key: string, params?: Record<string, string | number>) => string | null
  money: (cents: number, currency?: string) => string
  number: (value: number) => string
  /** Of a day, yyyy-MM-dd. */
  day: (day: string) => string
  /** Of an ISO instant. */
  moment: (at: string) => string
}

type Event = { kind?: string; event: string; params: Params; isPressed?: boolean }

/** The sentence of an event of the timeline. An event that this version does not know yet is shown by its kind rather than left out. */
export function eventSentence(words: SentenceWords, { kind, event, params, isPressed = false }: Event): string {
  return (
    words.find(`cases.events.${isPressed ? 'whatsappPressed' : sentenceOf(event, params)}`, {
      ...spokenParams(words, params, channelOf(event)),
      ...(written.includes(event) && { reason: params.reason ?? '' }),
    }) ??
    words.find(`cases.kinds.${kind}`) ??
    event
  )
}

// Some events say more where they have a moment, a reason or an answer.
function sentenceOf(event: string, params: Params): string {
  if (event === 'handedOver' && params.reference) return 'handedOverAs'
  if (event === 'undone' && params.what !== undefined) return 'undoneAction'
  if (params.at !== undefined && /^(email|sms|whatsapp)Queued$/.test(event)) return event.replace('Queued', 'Planned')
  if (event === 'callNotAnswered' && params.answer === 'geweigerd') return 'callDeclined'
  if (event === 'disputedByPayer' && params.reason !== undefined) return `disputedByPayer_${params.reason}`
  if (params.kind === 'plan' && (event === 'promiseBroken' || event === 'promiseKept')) return event.replace('promise', 'plan')
  if (event === 'held' && params.nextAt !== undefined) return 'heldUntil'
  if (event === 'paused' && params.until !== undefined) return 'pausedUntil'
  return event === 'paymentWithdrawn' && params.reason !== undefined ? 'paymentWithdrawnFor' : event
}

/**
 * A refusal or failure reason in words. What a mail server says by its number (RFC 3463) is said so; any other text of a provider stays as it came. `by`:
 * whose call it is about, if that is known.
 */
export function reasonSentence({ find }: Pick<SentenceWords, 'find'>, reason: string, by?: string | null, channel?: Channel): string {
  if (by != null && isAboutStaff(reason)) return find(`cases.refusalsBy.${reason}`, { by }) ?? reason
  return find(`cases.refusals.${reason}`) ?? find(`cases.failures.${reason}`) ?? causeText(find, reason, channel) ?? reason
}

/** What the code of a provider means, where we know it; of an event of a channel by the codes of that channel. */
function causeText(find: SentenceWords['find'], reason: string, channel: Channel | undefined): string | null {
  const cause = (channel === undefined ? channels : [channel]).map((one) => readFailure(one, reason)?.cause).find((known) => known != null)
  return cause == null ? null : find(`cases.causes.${cause}`)
}

const channelOf = (event: string) => channels.find((channel) => event.startsWith(channel))

// What somebody of the staff wrote is no code of a provider, whatever digits are in it.
const written = ['callerVouched', 'interruptionWithdrawn']

// Every sentence can count on every name being filled.
const names = [
  ...['reason', 'what', 'nextAt', 'until', 'result', 'question', 'answer', 'template', 'amount', 'at', 'due', 'paidOn', 'method'],
  ...['channel', 'parts', 'fields', 'caseNumber', 'file', 'flag', 'skip', 'checks', 'queue', 'by', 'on', 'how', 'old', 'new', 'name'],
  ...['to', 'reference', 'why', 'through'],
]

// Events carry codes and instants; a sentence needs words.
function spokenParams(words: SentenceWords, params: Params, channel: Channel | undefined): Record<string, string | number> {
  const spoken: Record<string, string | number> = Object.fromEntries(names.map((name) => [name, '']))
  const currency = typeof params.currency === 'string' ? params.currency : undefined
  const by = typeof params.by === 'string' ? params.by : undefined
  for (const [name, value] of Object.entries(params))
    spoken[name.replace(/Cents$/, '')] = spokenParam(words, name, value, { currency, by, channel })
  const brand = requestKinds.find((kind) => kind === params.via)
  // Which of the ways to ask for money it was: three of them stand side by side.
  spoken.link = brand === undefined ? (words.find('cases.kinds.paymentLink') ?? '') : requestBrands[brand]
  if (brand !== undefined) spoken.through = ` · ${requestBrands[brand]}`
  return spoken
}

function spokenParam(
  words: SentenceWords,
  name: string,
  value: string | number,
  { currency, by, channel }: Record<'currency' | 'by', string | undefined> & { channel: Channel | undefined },
): string | number {
  const { find } = words
  if (name.endsWith('Cents')) return words.money(Number(value), currency)
  if (typeof value === 'number') return words.number(value)
  if (name === 'reason') return reasonSentence(words, value, by, channel)
  if (name === 'result') return isResultCode(value) ? (find(`cases.results.${value}`) ?? value) : value
  if (name === 'what') return find(`cases.undone.${value}`) ?? value
  if (name === 'question') return find(`cases.questions.${value}`) ?? value
  if (name === 'channel') return find(`cases.channels.${value}`)?.toLocaleLowerCase() ?? value
  if (name === 'method') return ` · ${(find(`cases.paymentMethods.${value}`) ?? value).toLocaleLowerCase()}`
  if (name === 'flag') return find(`cases.flags.${value}`) ?? value
  if (name === 'skip') return find(`cases.skips.${value}`) ?? value
  if (name === 'checks')
    return value
      .split(',')
      .map((one) => find(`cases.identityChecks.${one}`) ?? one)
      .join(', ')
  if (name === 'how') return find(`cases.interruptionManners.${value}`) ?? value
  if (name === 'answer') return find(`cases.answers.${value}`) ?? value
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return words.moment(value)
  if (name === 'due' || name === 'paidOn' || name === 'on') return words.day(value)
  return value
}
