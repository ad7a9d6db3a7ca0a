import type { ScriptStep } from '@regie/contract/scripts.ts'
import { chooseVariant } from '../experiments/choose-variant.ts'
import { beginHistory, closeHistory, openCentsOf, type PastHistory, type PastMessage, type Setting } from './history.ts'
import { earlier, later, latest, nextOpen } from './office-hours.ts'
import { addNote, arrange, closeWithBatch, complain } from './past-arrangements.ts'
import type { PastDebtor } from './past-debtors.ts'
import { ring, write } from './past-messages.ts'
import { addLink, bookPart, expireLinks, knownPaidAt, payableLink, payAll, visitLink } from './past-money.ts'
import { notes } from './past-words.ts'

type Intent = {
  /** When the person pays all of their own accord, or looks at the page, if they do. */
  paysAt: Date | null
  looksAt: Date | null
  /** When part of it comes by bank, how much, and when a colleague writes a note or something is disputed by mail. */
  partAt: Date | null
  noteAt: Date | null
  disputesAt: Date | null
}
type Walk = {
  history: PastHistory
  setting: Setting
  steps: ReadonlyMap<string, ScriptStep>
  until: Date
  intent: Intent
  at: Date
  talkedAt: Date | null
}

/** Where a step leads: the key of the next one, at `walk.at`; null where the walk ends. */
type Next = string | null
const minutesPerDay = 24 * 60

/** Walks one case through its script as the engine would have, from the day of its import to the end of its batch's story. */
export function walkCase(setting: Setting, steps: ReadonlyMap<string, ScriptStep>, debtor: PastDebtor, position: number): PastHistory {
  const { batch, chance } = setting
  const at = nextOpen(later(batch.importedAt, { seconds: 20 + position * 3 }))
  const history = beginHistory(setting, debtor, at)
  const walk: Walk = { history, setting, steps, until: batch.until, intent: intend(setting), at, talkedAt: null }
  for (let key: Next = setting.firstStep; key !== null; ) {
    const step = steps.get(key)
    if (!step) throw new Error(`the script has no step ${key}`)
    Object.assign(history.standing, { step: key, runState: 'sleeping', dueAt: walk.at })
    const stepsOn: Next = walk.at > walk.until ? null : takeStep(walk, step)
    if (stepsOn !== null) history.standing.stepNo++
    key = stepsOn
  }
  if (batch.end === 'closed') closeWithBatch(history, later(batch.until, { minutes: 1 }), chance.pick(setting.colleagues))
  return history
}

function intend({ batch, chance }: Setting): Intent {
  const afterDays = (days: number) => later(batch.importedAt, { minutes: Math.round(days * minutesPerDay) })
  return {
    // Most who pay do so in the first week; a few come late.
    paysAt: chance.happens(0.255)
      ? awake(afterDays(0.05 + chance.share() ** 1.6 * 29))
      : chance.happens(0.05)
        ? awake(afterDays(30 + chance.share() * 40))
        : null,
    looksAt: chance.happens(0.38) ? awake(afterDays(0.02 + chance.share() ** 2 * 20)) : null,
    partAt: chance.happens(0.03) ? nextOpen(afterDays(4 + chance.share() * 25)) : null,
    noteAt: chance.happens(0.06) ? nextOpen(afterDays(1 + chance.share() * 30)) : null,
    disputesAt: chance.happens(0.018) ? nextOpen(afterDays(1 + chance.share() * 20)) : null,
  }
}

/** Nobody pays at four in the morning. */
function awake(at: Date): Date {
  return at.getUTCHours() < 6 ? later(at, { hours: 6 }) : at
}

function takeStep(walk: Walk, step: ScriptStep): Next {
  const { history, at } = walk
  switch (step.kind) {
    case 'payment-link':
      addLink(history, at, step.settings.validDays)
      return step.next
    case 'send-email':
      return send(walk, 'email', step)
    case 'send-sms':
      return send(walk, 'sms', step)
    case 'send-whatsapp':
      return send(walk, 'whatsapp', step)
    case 'send-letter':
      post(walk, step)
      return step.next
    case 'wait':
      return wait(walk, step)
    case 'branch':
      return branch(walk, step)
    case 'split': {
      const { key, name, next } = chooseVariant(history.debtor.case_number, step.key, step.settings.variants)
      history.lines.push({ event: 'divided', params: { variant: key, name }, at })
      history.variants.push({ stepKey: step.key, variant: key, at, owedCents: openCentsOf(history) })
      return next
    }
    case 'call':
      return call(walk, step)
    case 'finish':
      closeHistory(history, at, step.settings.result)
      return null
  }
}

/** Nobody has paid where it is asked: the walk of who pays ends with that. A field is asked as an engine does. */
function branch({ history, at }: Walk, { settings, next }: Extract<ScriptStep, { kind: 'branch' }>): Next {
  const { question, key = '', answers } = settings
  if (question !== 'field') {
    history.lines.push({ event: 'branch', params: { question, answer: 'no' }, at })
    return next
  }
  const value = (history.debtor.fields[key] ?? '').trim()
  const way = answers[value]
  const answer = value === '' ? 'empty' : way === undefined ? 'other' : value
  history.lines.push({ event: 'branch', params: { question: key, answer }, at })
  return way ?? next
}

/** A letter: queued, and with the next turn of its job at the print shop, which is simulated. */
function post({ history, at }: Walk, { key, settings: { template } }: Extract<ScriptStep, { kind: 'send-letter' }>): void {
  const handedAt = later(at, { seconds: 40 })
  history.letters.push({ template, step: key, stepNo: history.standing.stepNo, openCents: openCentsOf(history), at, handedAt })
  history.lines.push({ event: 'letterQueued', at, simulated: true }, { event: 'letterHandedOver', at: handedAt, simulated: true })
}

const addressOf = { email: 'email', sms: 'mobile', whatsapp: 'mobile' } as const
const noAddress = { email: 'noEmail', sms: 'noMobile', whatsapp: 'noMobile' } as const

/** Why this person cannot be reached by a channel; null when they can. */
function unreachable({ history: { debtor, listings } }: Walk, channel: PastMessage['channel']) {
  if (channel === 'call' ? !debtor.mobile : !debtor[addressOf[channel]]) return channel === 'call' ? 'noPhone' : noAddress[channel]
  return listings.length > 0 ? 'blacklisted' : null
}

function send(
  walk: Walk,
  channel: 'email' | 'sms' | 'whatsapp',
  step: Extract<ScriptStep, { kind: 'send-email' | 'send-sms' | 'send-whatsapp' }>,
): Next {
  const { history, setting } = walk
  const held = unreachable(walk, channel)
  if (held) return leaveOut(walk, channel, held, step.next)
  // The link for the old amount was ended when a part was booked.
  if (history.links.at(-1)?.endedAt && openCentsOf(history) > 0) addLink(history, walk.at, 30)
  if (!payableLink(history, walk.at)) {
    history.lines.push({ event: 'held', params: { reason: 'textIncomplete', missing: 'betaallink' }, at: walk.at })
    return step.next
  }
  const { template } = step.settings
  write(history, setting, channel, { template, step: step.key, stepNo: history.standing.stepNo, at: walk.at }, walk.until)
  return step.next
}

/** Goes on without the step, while another may reach the person; else waits here until somebody mends it. */
function leaveOut(
  walk: Walk,
  channel: PastMessage['channel'],
  reason: 'noEmail' | 'noMobile' | 'noPhone' | 'blacklisted',
  next: string,
): Next {
  const { history, until } = walk
  history.lines.push({ event: 'held', params: { reason, channel }, at: walk.at })
  if (history.messages.length > 0 || history.debtor.mobile || history.debtor.email) return next
  const nextLook = later(until, { hours: 1 + (history.standing.stepNo % 5) })
  Object.assign(history.standing, { held: reason, dueAt: nextLook })
  return null
}

function wait(walk: Walk, step: Extract<ScriptStep, { kind: 'wait' }>): Next {
  const { history, setting } = walk
  const due = later(walk.at, { minutes: step.settings.minutes })
  history.lines.push({ event: 'waiting', params: { until: due.toISOString() }, at: walk.at })
  const { talkedAt } = walk
  walk.talkedAt = null
  // The run sleeps before the next step from here on, whatever is arranged meanwhile.
  Object.assign(history.standing, { step: step.next, stepNo: history.standing.stepNo + 1, dueAt: nextOpen(due) })
  const goesOn = talkedAt ? arrange(history, setting, talkedAt, walk.until) : walk.at
  if (goesOn === null) return null
  const free = passTime(walk, latest(walk.at, goesOn), latest(due, goesOn))
  if (free === null) return null
  walk.at = nextOpen(later(free, { seconds: 5 }))
  history.standing.dueAt = walk.at
  if (walk.at > walk.until) return null
  history.standing.stepNo--
  return step.next
}

function call(walk: Walk, step: Extract<ScriptStep, { kind: 'call' }>): Next {
  const { history, setting } = walk
  const { standing } = history
  const held = unreachable(walk, 'call')
  if (held) return leaveOut(walk, 'call', held, step.next)
  for (let count = 1; ; count++) {
    const { template } = step.settings
    const { answer, endedAt } = ring(history, setting, { template, step: step.key, stepNo: standing.stepNo, at: walk.at })
    walk.at = later(endedAt, { seconds: 1 })
    if (answer === 'mens') {
      walk.talkedAt = endedAt
      return step.next
    }
    if (answer === 'voicemail' || count >= step.settings.attemptsMax) return step.next
    const again = nextOpen(later(endedAt, { minutes: step.settings.retryMinutes + setting.chance.between(0, 90) }))
    Object.assign(standing, { stepNo: standing.stepNo + 1, dueAt: again })
    const free = passTime(walk, walk.at, again)
    if (free === null) return null
    walk.at = nextOpen(free)
    standing.dueAt = walk.at
    if (walk.at > walk.until) return null
  }
}

/** What the person and the colleagues do by themselves between two moments. Answers when the script may go on; null: that ended the walk. */
function passTime(walk: Walk, from: Date, to: Date): Date | null {
  const { history, setting, intent } = walk
  const { chance, colleagues } = setting
  const until = earlier(to, walk.until)
  // Who was never reached knows of no link, and disputes nothing.
  if (history.messages.length === 0) return to
  // What was due while something else was arranged comes after it.
  const paysAt = intent.paysAt && latest(intent.paysAt, later(from, { minutes: 6 }))
  const isPaid = paysAt !== null && knownPaidAt(history, paysAt) <= until
  const end = isPaid ? later(paysAt, { minutes: -6 }) : until
  const within = (at: Date | null): at is Date => at !== null && at >= from && at < end
  const { looksAt, noteAt, partAt, disputesAt } = intent
  if (within(looksAt)) visitLink(history, setting, looksAt, end)
  if (within(noteAt)) addNote(history, { text: chance.pick(notes), by: chance.pick(colleagues), at: noteAt })
  if (within(partAt) && !history.promise)
    bookPart(history, setting, partAt, Math.round((openCentsOf(history) * chance.between(20, 60)) / 100))
  if (isPaid) {
    payAll(history, setting, paysAt)
    return null
  }
  if (!within(disputesAt)) return to
  // Nobody disputes what has not come yet: a message that goes at this very moment is read first.
  const resolvedAt = complain(history, setting, 'dispute', latest(disputesAt, later(from, { minutes: 3 })), walk.until)
  return resolvedAt && latest(resolvedAt, to)
}

/** What time brought by itself until today: links end with their last day. The lines in their order. */
export function settleHistory(history: PastHistory, today: Date): PastHistory {
  expireLinks(history, today)
  history.lines.sort((one, other) => one.at.getTime() - other.at.getTime())
  return history
}
