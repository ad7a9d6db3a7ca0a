import { type CaseReport, type CaseSection, caseSections } from '@regie/contract/case-report.ts'
import { eventSentence, reasonSentence } from '@regie/contract/case-words/event-sentence.ts'
import type { TimelineItem } from '@regie/contract/cases.ts'
import type { FieldDefinition } from '@regie/contract/fields.ts'
import { intlLocale, type Locale } from '@regie/contract/locale.ts'
import type { Payment, PaymentLink } from '@regie/contract/payments.ts'
import { missingSign } from '../../../platform/documents/paper/paper-fonts.ts'
import type { Paper, PaperBlock, PaperEntry } from '../../../platform/documents/paper/paper.ts'
import { type PaperWords, paperWords } from './paper-words.ts'

/** What a paper of a case is made of. */
export type CaseOnPaper = {
  report: CaseReport
  history: { events: readonly TimelineItem[]; isCut: boolean; isAll: boolean } | null
  customerName: string
  sections: readonly CaseSection[]
  isMasked: boolean
  locale: Locale
  madeAt: string
  madeBy: string
  /** What a colleague is called, by login name. */
  person: (username: string) => string
}

type Making = CaseOnPaper & { words: PaperWords }

/** A case as a paper, its parts in their order. */
export function casePaper(given: CaseOnPaper): Paper {
  const words = paperWords(given.locale)
  const making: Making = { ...given, words }
  const { report, customerName, sections, isMasked, locale, madeAt } = given
  const { details } = report
  const title = words.text('cases.number', { caseNumber: details.caseNumber })
  const made = words.fill(words.texts.made, { name: given.madeBy, at: words.moment(madeAt) })
  const blocks = caseSections.filter((section) => sections.includes(section)).flatMap((section) => blocksOf[section](making))
  return {
    title: `${title} · ${customerName}`,
    subtitle: [details.name, details.batchName, details.scriptName].filter(Boolean).join(' · '),
    author: customerName,
    language: intlLocale[locale],
    madeAt,
    head: customerName,
    foot: `${title} · ${made}`,
    pageOf: words.texts.pageOf,
    missing: words.fill(words.texts.missing, { sign: missingSign }),
    blocks: isMasked ? [quiet(words.texts.masked), ...blocks] : blocks,
  }
}

const quiet = (text: string): PaperBlock => ({ kind: 'text', text, isQuiet: true })
const heading = (text: string): PaperBlock => ({ kind: 'heading', text })

const blocksOf: Record<CaseSection, (making: Making) => PaperBlock[]> = {
  details: detailBlocks,
  payments: paymentBlocks,
  promises: promiseBlocks,
  notes: noteBlocks,
  timeline: timelineBlocks,
}

function detailBlocks({ report, words, locale }: Making): PaperBlock[] {
  const { details } = report
  const { text, money, day, moment } = words
  const status = text(`cases.statuses.${details.status}`)
  const result = details.result === null ? '' : (words.choice(`cases.results.${details.result}`) ?? details.result)
  const promised = details.promisedOn === null ? '' : ` (${day(details.promisedOn)})`
  const facts: (readonly [string, string])[] = [
    [text('cases.columns.status'), result === '' ? status : `${status}: ${result}`],
    [text('cases.statusSince'), moment(details.statusAt)],
    ...(details.outstandingCents === null
      ? []
      : [[text('cases.columns.outstanding'), money(details.outstandingCents, details.currency)] as const]),
    [text('cases.columns.paid'), money(details.paidCents, details.currency)],
    ...(details.promisedCents === 0
      ? []
      : [[text('cases.columns.promised'), `${money(details.promisedCents, details.currency)}${promised}`] as const]),
    [text('cases.columns.batch'), details.batchName],
    [words.texts.script, details.scriptName],
    [words.texts.created, moment(details.createdAt)],
  ]
  const fields = (details.fieldDefs ?? []).flatMap((field) => {
    const value = details.fields[field.key] ?? ''
    return value === '' ? [] : [[field.label[locale], fieldText(words, field, value, details.currency)] as const]
  })
  return [
    heading(text('cases.tabs.details')),
    { kind: 'facts', rows: facts },
    ...(fields.length === 0 ? [] : [heading(words.texts.fields), { kind: 'facts', rows: fields } as const]),
  ]
}

function fieldText({ day, money, choice }: PaperWords, { type }: FieldDefinition, value: string, currency: string): string {
  if (type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return day(value)
  if (type === 'amount' && /^-?\d+\.\d{2}$/.test(value)) return money(Math.round(Number(value) * 100), currency)
  if (type === 'bool') return choice(value === 'ja' ? 'ui.choices.ja' : 'ui.choices.nee') ?? value
  return (type === 'choice' && /^\w+$/.test(value) ? choice(`ui.choices.${value}`) : null) ?? value
}

function paymentBlocks(making: Making): PaperBlock[] {
  const { report, words } = making
  const { payments, links } = report.payments
  const { text, texts } = words
  const columns = [
    { heading: text('paymentLinks.statement.day'), width: 2 },
    { heading: text('paymentLinks.statement.amount'), width: 2, isAmount: true },
    { heading: texts.payment.how, width: 6 },
  ]
  return [
    heading(text('cases.timeline.views.payments')),
    payments.length === 0 ? quiet(texts.none) : { kind: 'table', columns, rows: payments.map((payment) => paymentRow(making, payment)) },
    ...(links.length === 0
      ? []
      : [
          heading(text('paymentLinks.title', { count: links.length })),
          { kind: 'table', columns, rows: links.map((link) => linkRow(making, link)) } as const,
        ]),
  ]
}

function paymentRow({ words, person }: Making, payment: Payment): string[] {
  const { text, money, day, moment } = words
  const { by, byLink, method, note, withdrawn } = payment
  const booked = by === null ? [] : [text(`paymentLinks.payments.${byLink ? 'markedBy' : 'bookedBy'}`, { name: person(by) })]
  const how = [
    ...(byLink ? [text('paymentLinks.payments.byLink')] : []),
    ...(method === null ? [] : [text(`cases.paymentMethods.${method}`)]),
    ...booked,
    ...(note === '' ? [] : [note]),
    ...(withdrawn === null
      ? []
      : [
          withdrawn.by === null
            ? text('paymentLinks.withdraw.undone', { at: moment(withdrawn.at) })
            : text('paymentLinks.withdraw.by', { name: person(withdrawn.by), at: moment(withdrawn.at) }),
          ...(withdrawn.reason === '' ? [] : [withdrawn.reason]),
        ]),
  ]
  return [day(payment.paidOn), money(payment.amountCents, payment.currency), how.join(' · ')]
}

function linkRow({ words }: Making, link: PaymentLink): string[] {
  const { text, money, dayAt, moment, fill, texts } = words
  const [first] = link.events
  const state = link.endedFor === null ? text(`paymentLinks.states.${link.state}`) : text(`paymentLinks.ended.${link.endedFor}`)
  const when = link.paidAt === null ? fill(texts.openUntil, { at: dayAt(lastMoment(link.expiresAt)) }) : moment(link.paidAt)
  const how = [state, when, ...(link.simulated ? [text('cases.messages.simulation')] : [])]
  return [first === undefined ? '' : dayAt(first.at), money(link.amountCents, link.currency), how.join(' · ')]
}

// It ends at midnight: the day before is the last on which it can be paid, as the screen says it.
const lastMoment = (at: string) => new Date(Date.parse(at) - 1).toISOString()

function promiseBlocks({ report, words, person }: Making): PaperBlock[] {
  const { text, texts, money, day, moment } = words
  const { promises } = report
  const { currency } = report.details
  const columns = [
    { heading: texts.promise.madeOn, width: 3 },
    { heading: texts.promise.total, width: 2, isAmount: true },
    { heading: texts.promise.what, width: 6 },
  ]
  const rows = promises.map(({ kind, state, parts, by, at }) => {
    const dates = parts.map(
      (part) => `${day(part.due)}: ${money(part.amountCents, currency)} (${text(`arrangements.promises.parts.${part.state}`)})`,
    )
    const what = `${text(`arrangements.promises.${kind}`)}, ${text(`arrangements.promises.states.${state}`)} · ${person(by)}`
    const total = parts.reduce((sum, part) => sum + part.amountCents, 0)
    return [moment(at), money(total, currency), [what, ...dates].join('\n')]
  })
  return [heading(texts.agreed), rows.length === 0 ? quiet(texts.none) : { kind: 'table', columns, rows }]
}

function noteBlocks({ report, words, person }: Making): PaperBlock[] {
  const { text, texts, moment } = words
  const { notes, complaints } = report
  const noted = notes.toReversed().map((note) => ({ label: moment(note.at), title: person(note.by), details: [], text: note.text }))
  const complained = complaints.toReversed().map((one) => ({
    ...{ label: moment(one.at), title: text(`arrangements.complaints.${one.kind}`) },
    details: [text(`arrangements.complaints.states.${one.state}`), person(one.by)],
    text: [one.text, one.outcome].filter(Boolean).join('\n\n'),
  }))
  return [
    heading(texts.notes),
    noted.length === 0 ? quiet(texts.none) : { kind: 'entries', entries: noted },
    ...(complained.length === 0 ? [] : [heading(text('arrangements.complaints.title')), { kind: 'entries', entries: complained } as const]),
  ]
}

function timelineBlocks({ history, words, ...making }: Making): PaperBlock[] {
  if (history === null) return []
  const { text, texts, fill, number } = words
  const { events, isCut, isAll } = history
  // A message stands in full where it first happened; what became of it is said after that.
  const shown = new Set<number>()
  const entries = events.map((event) => {
    const isShown = event.communicationID !== null && shown.has(event.communicationID)
    if (event.communicationID !== null) shown.add(event.communicationID)
    return entryOf({ ...making, history, words }, event, isShown)
  })
  return [
    heading(text('cases.timeline.title')),
    ...(isAll ? [] : [quiet(fill(texts.cutEvents, { count: number(events.length) }))]),
    ...(isCut ? [quiet(texts.cutTexts)] : []),
    entries.length === 0 ? quiet(texts.none) : { kind: 'entries', entries },
  ]
}

function entryOf({ words, person }: Making, event: TimelineItem, isShown: boolean): PaperEntry {
  const { text, moment, choice } = words
  // A reason that its sentence names already is not said twice.
  const reason = event.reason === null || event.params.reason !== undefined ? [] : [reasonSentence(words, event.reason)]
  const details = [
    ...(event.by === null ? [] : [text('cases.timeline.by', { name: person(event.by) })]),
    ...(event.step === null ? [] : [text('cases.timeline.step', { step: event.step })]),
    ...(event.state === null || isShown ? [] : [choice(`cases.deliveries.${event.state}`) ?? event.state]),
    ...(isShown ? [] : reason),
    ...(event.simulated && event.communicationID !== null && !isShown ? [words.texts.simulated] : []),
  ]
  const buttons = event.buttons.map(({ words: label }) => `[${label}]`).join(' ')
  const written = isShown || event.excerpt === null ? null : [event.excerpt, buttons].filter(Boolean).join('\n')
  return { label: moment(event.at), title: eventSentence(words, event), details, text: written }
}
