import { addDays, fromLocalTime, toLocalTime } from '../contact-permission/local-time.ts'
import { confirmComplaintBefore } from '../contact-permission/working-days.ts'
import {
  closeHistory,
  openCentsOf,
  type PastCallback,
  type PastComplaint,
  type PastHistory,
  type PastPromise,
  pauseHistory,
  resumeHistory,
  type Setting,
} from './history.ts'
import { earlier, later, nextOpen, openDay } from './office-hours.ts'
import { bookAll, bookPart, knownPaidAt, payAll } from './past-money.ts'
import { callbackNotes, complaints, disputes, notes, outcomes, promiseNotes } from './past-words.ts'

/** From when the script goes on; null: the story ends here, closed, or waiting for what was arranged. */
type GoesOn = Date | null

/** What a person who was spoken to says, and how often. */
const talks = {
  nothing: 44,
  promise: 23,
  callback: 9,
  plan: 7,
  dispute: 4,
  refuses: 6,
  note: 5,
  wrongNumber: 1.4,
  complaint: 0.6,
  care: 0.4,
}

/** What a colleague arranges after a conversation, and what became of it until `until`. */
export function arrange(history: PastHistory, setting: Setting, talkedAt: Date, until: Date): GoesOn {
  const { chance } = setting
  const at = nextOpen(later(talkedAt, { minutes: chance.between(3, 80) }))
  const what = chance.weighted(talks)
  if (at > until || what === 'nothing') return talkedAt
  if (what === 'promise') return promise(history, setting, at, until)
  if (what === 'plan') return openCentsOf(history) < 9_000 ? promise(history, setting, at, until) : plan(history, setting, at, until)
  if (what === 'callback') return callBack(history, setting, at, until)
  if (what === 'dispute' || what === 'complaint') return complain(history, setting, what, at, until)
  return writeDown(history, setting, what, at)
}

function setResult(history: PastHistory, result: string, at: Date, by: string) {
  history.lines.push({ event: 'resultSet', params: { result }, at, byUser: by })
  Object.assign(history.standing, { result, lastResult: result })
}

function writeDown(
  history: PastHistory,
  { chance, colleagues }: Setting,
  what: 'refuses' | 'note' | 'wrongNumber' | 'care',
  at: Date,
): GoesOn {
  const by = chance.pick(colleagues)
  if (what === 'note') {
    addNote(history, { text: chance.pick(notes), by, at })
    return at
  }
  if (what === 'wrongNumber') {
    history.listings.push({ reason: 'VERK', retention: chance.pick(['1y', '2y']), by, at })
    history.lines.push({ event: 'personBlacklisted', params: { retention: history.listings.at(-1)?.retention ?? '1y' }, at, byUser: by })
    setResult(history, 'VERK', at, by)
    return at
  }
  if (what === 'care') {
    addNote(history, { text: 'Kwetsbare situatie: geen contact zonder overleg met de teamleider.', by, at })
    setResult(history, 'KWB', at, by)
    pauseHistory(history, at, 'vulnerable', null)
    return null
  }
  setResult(history, chance.happens(0.6) ? 'NBET' : 'NWIL', at, by)
  return at
}

export function addNote(history: PastHistory, note: PastHistory['notes'][number]): void {
  history.notes.push(note)
  history.lines.push({ event: 'noteAdded', at: note.at, byUser: note.by })
}

function promise(history: PastHistory, setting: Setting, at: Date, until: Date): GoesOn {
  const { chance, colleagues } = setting
  if (history.promise) return at
  const by = chance.pick(colleagues)
  const cents = openCentsOf(history)
  const due = openDay(addDays(toLocalTime(at).date, chance.between(3, 16)))
  const made: PastPromise = { kind: 'promise', state: 'open', endedByClosing: false, by, at, parts: [{ due, cents, state: 'open' }] }
  addNote(history, { text: chance.pick(promiseNotes), by, at })
  history.promise = made
  history.lines.push({ event: 'promiseMade', params: { amountCents: cents, parts: 1, due }, at, byUser: by })
  setResult(history, 'TOEZ', at, by)
  pauseHistory(history, at, 'promise', knownAt(due))
  // On the day itself, or the evening before.
  const paysAt = fromLocalTime(addDays(due, chance.happens(0.3) ? -1 : 0), chance.between(9 * 60, 16 * 60))
  if (chance.happens(0.62)) return knownPaidAt(history, paysAt) > until ? null : keepPromise(history, setting, made, paysAt)
  return knownAt(due) > until ? null : breakPromise(history, made, due)
}

function keepPromise(history: PastHistory, setting: Setting, made: PastPromise, at: Date): GoesOn {
  payAll(history, setting, at)
  made.state = 'kept'
  for (const part of made.parts) part.state = 'paid'
  return null
}

/** The night after the day on which it was due. */
const knownAt = (due: string) => fromLocalTime(addDays(due, 1), 0)

function breakPromise(history: PastHistory, made: PastPromise, due: string): GoesOn {
  const at = later(knownAt(due), { seconds: 20 })
  made.state = 'broken'
  for (const part of made.parts) if (part.due === due) part.state = 'late'
  history.lines.push({ event: 'promiseBroken', params: { result: 'TOEV' }, at })
  Object.assign(history.standing, { result: 'TOEV', lastResult: 'TOEV' })
  resumeHistory(history, at)
  return at
}

function plan(history: PastHistory, setting: Setting, at: Date, until: Date): GoesOn {
  const { chance, colleagues } = setting
  if (history.promise) return at
  const by = chance.pick(colleagues)
  const cents = openCentsOf(history)
  const count = chance.between(3, 6)
  const first = addDays(toLocalTime(at).date, chance.between(6, 14))
  const share = Math.floor(cents / count)
  const parts: PastPromise['parts'] = Array.from({ length: count }, (_, no) => ({
    due: openDay(addDays(first, no * 30)),
    cents: no === 0 ? cents - share * (count - 1) : share,
    state: 'open',
  }))
  const made: PastPromise = { kind: 'plan', state: 'open', endedByClosing: false, by, at, parts }
  history.promise = made
  const due = parts[0]?.due ?? first
  history.lines.push({ event: 'planMade', params: { amountCents: cents, parts: count, due }, at, byUser: by })
  setResult(history, 'REG', at, by)
  pauseHistory(history, at, 'promise', knownAt(due))
  return payParts(history, setting, made, until)
}

function payParts(history: PastHistory, setting: Setting, made: PastPromise, until: Date): GoesOn {
  for (const [no, part] of made.parts.entries()) {
    history.standing.pausedUntil = knownAt(part.due)
    if (!setting.chance.happens(0.88)) return knownAt(part.due) > until ? null : breakPromise(history, made, part.due)
    const at = fromLocalTime(part.due, setting.chance.between(9 * 60 + 30, 17 * 60))
    if (at > until) return null
    part.state = 'paid'
    if (no === made.parts.length - 1) {
      bookAll(history, setting, at)
      made.state = 'kept'
      return null
    }
    bookPart(history, setting, at, part.cents)
  }
  return null
}

function callBack(history: PastHistory, setting: Setting, madeAt: Date, until: Date): GoesOn {
  const { chance } = setting
  const day = openDay(addDays(toLocalTime(madeAt).date, chance.between(1, 4)))
  const at = fromLocalTime(day, chance.between(37, 69) * 15)
  const made = appoint(history, setting, madeAt, at)
  const doneAt = later(at, { minutes: chance.between(2, 25) })
  if (doneAt > until) return null
  made.state = 'done'
  history.lines.push({ event: 'callbackDone', params: { at: at.toISOString() }, at: doneAt, byUser: made.by })
  resumeHistory(history, doneAt)
  return doneAt
}

/** An appointment to call back; outreach waits until then. */
export function appoint(history: PastHistory, { chance, colleagues }: Setting, madeAt: Date, at: Date): PastCallback {
  const by = chance.pick(colleagues)
  const made: PastCallback = { at, mine: chance.happens(0.5), note: chance.pick(callbackNotes), by, state: 'open', madeAt }
  history.callbacks.push(made)
  history.lines.push({ event: 'callbackMade', params: { at: at.toISOString() }, at: madeAt, byUser: by })
  setResult(history, 'TERUG', madeAt, by)
  pauseHistory(history, madeAt, 'callback', at)
  return made
}

/** A complaint or dispute: nobody is contacted until it is resolved. */
export function complain(history: PastHistory, setting: Setting, kind: PastComplaint['kind'], at: Date, until: Date): GoesOn {
  const { chance, colleagues, batch } = setting
  const by = chance.pick(colleagues)
  const text = chance.pick(kind === 'complaint' ? complaints : disputes)
  const made: PastComplaint = { kind, text, state: 'open', at, by, confirmedAt: null, resolvedAt: null, outcome: '' }
  history.complaints.push(made)
  history.lines.push({ event: kind === 'complaint' ? 'complaintAdded' : 'disputeAdded', at, byUser: by })
  setResult(history, kind === 'complaint' ? 'KLA' : 'DISP', at, by)
  pauseHistory(history, at, kind, null)
  const confirmAt = nextOpen(earlier(later(at, { hours: chance.between(3, 26) }), later(confirmComplaintBefore(at), { hours: -8 })))
  if (kind === 'complaint' && confirmAt <= until) {
    Object.assign(made, { state: 'confirmed', confirmedAt: confirmAt })
    history.lines.push({ event: 'complaintConfirmed', at: confirmAt, byUser: chance.pick(colleagues) })
  }
  const resolveAt = nextOpen(later(at, { days: chance.between(3, 14), hours: 2 }))
  if (resolveAt > until || (batch.end !== 'closed' && chance.happens(0.2))) return null
  Object.assign(made, { state: 'resolved', resolvedAt: resolveAt, outcome: chance.pick(outcomes) })
  history.lines.push({ event: 'complaintResolved', at: resolveAt, byUser: by })
  resumeHistory(history, resolveAt)
  return resolveAt
}

/** What the closing of a batch leaves of a case: closed with BSL, unless it was before. */
export function closeWithBatch(history: PastHistory, at: Date, by: string): void {
  const { standing, lines } = history
  if (standing.status === 'closed') return
  const { pausedFor, pausedUntil } = standing
  const wasPaused = standing.status === 'paused'
  closeHistory(history, at, 'BSL')
  lines.splice(-1, 1, { event: 'batchClosed', params: { result: 'BSL' }, at, byUser: by })
  Object.assign(standing, { closedByBatch: true, pausedBeforeClosing: wasPaused, pausedFor, pausedUntil })
  for (const open of history.complaints)
    if (open.state !== 'resolved') {
      Object.assign(open, { state: 'resolved', resolvedAt: at, outcome: 'Dossier gaat terug naar de opdrachtgever.' })
      lines.push({ event: 'complaintResolved', at: later(at, { seconds: -30 }), byUser: by })
    }
}
