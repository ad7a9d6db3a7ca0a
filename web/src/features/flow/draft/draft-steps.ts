import { leadMenu } from '@regie/contract/call-menu.ts'
import { waysOf } from '@regie/contract/script-steps-check.ts'
import type { FlowNames } from '../flow-names.ts'
import type { ScriptStep, StepKind, Variant } from '@regie/contract/scripts.ts'

type Steps = readonly ScriptStep[]

const firstNames: Record<StepKind, string> = {
  'payment-link': 'betaallink',
  'send-email': 'mail',
  'send-sms': 'sms',
  'send-whatsapp': 'whatsapp',
  'send-letter': 'brief',
  call: 'bellen',
  wait: 'wacht',
  branch: 'vraag',
  split: 'verdelen',
  finish: 'klaar',
}

/** A new step of a kind, leading to `next`: filled in as far as there is one sensible choice. */
function newStep(kind: StepKind, key: string, next: string, { templates }: Pick<FlowNames, 'templates'>): ScriptStep {
  const onlyOf = (fitting: FlowNames['templates']) => (fitting.length === 1 ? (fitting[0]?.key ?? '') : '')
  const template = (wanted: string) => onlyOf(templates.filter((one) => one.kind === wanted))
  const made: Record<StepKind, () => ScriptStep> = {
    'payment-link': () => ({ kind: 'payment-link', key, next, settings: { validDays: 14 } }),
    'send-email': () => ({ kind: 'send-email', key, next, settings: { template: template('email') } }),
    'send-sms': () => ({ kind: 'send-sms', key, next, settings: { template: template('sms') } }),
    'send-whatsapp': () => ({ kind: 'send-whatsapp', key, next, settings: { template: template('whatsapp') } }),
    'send-letter': () => ({ kind: 'send-letter', key, next, settings: { template: onlyOf(templates.filter(({ byPost }) => byPost)) } }),
    call: () => ({ kind: 'call', key, next, settings: { template: template('call'), attemptsMax: 3, retryMinutes: 120 } }),
    wait: () => ({ kind: 'wait', key, next, settings: { minutes: 24 * 60 } }),
    branch: () => ({ kind: 'branch', key, next, settings: { question: 'paid', answers: { yes: next } } }),
    // Which of them is which only staff can say.
    split: () => ({ kind: 'split', key, settings: { variants: firstVariants(next), plan: { paidPercent: 20, differencePoints: 5 } } }),
    finish: () => ({ kind: 'finish', key, settings: { result: 'RET' } }),
  }
  return made[kind]()
}

const firstVariants = (next: string): Variant[] => [
  { key: 'a', name: 'A', percent: 50, next },
  { key: 'b', name: 'B', percent: 50, next },
]

/** A name that no step has yet: `sms`, `sms-2`, `sms-3`. */
function freeKey(steps: Steps, kind: StepKind): string {
  const used = new Set(steps.map(({ key }) => key))
  const base = firstNames[kind]
  for (let no = 1; ; no++) {
    const key = no === 1 ? base : `${base}-${no}`
    if (!used.has(key)) return key
  }
}

/** Puts a new step behind another: it goes on where that one went, and that one goes to it. An end gets its new step before it. */
export function addStepAfter(
  steps: Steps,
  after: string | null,
  kind: StepKind,
  names: Pick<FlowNames, 'templates'>,
): { steps: ScriptStep[]; key: string } {
  const key = freeKey(steps, kind)
  const at = steps.findIndex((step) => step.key === after)
  const before = steps[at]
  if (!before || before.kind === 'finish') {
    const step = newStep(kind, key, before?.key ?? steps[0]?.key ?? key, names)
    const led = before && kind !== 'finish' ? redirect(steps, before.key, key) : [...steps]
    return { key, steps: at < 0 ? [...led, step] : [...led.slice(0, at), step, ...led.slice(at)] }
  }
  // Behind a step that divides: on the way of its first variant.
  const [way] = waysOf(before).toReversed()
  const own = before.kind === 'split' ? waysOf(before)[0] : way
  const step = newStep(kind, key, own?.to ?? key, names)
  const led = kind === 'finish' ? steps : connect(steps, before.key, own?.answer ?? null, key)
  return { key, steps: [...led.slice(0, at + 1), step, ...led.slice(at + 1)] }
}

/** Puts a new step on a way: the way leads to it, and it goes on to where the way led. */
export function insertOnWay(
  steps: Steps,
  { from, answer }: { from: string; answer: string | null },
  kind: StepKind,
  names: Pick<FlowNames, 'templates'>,
): { steps: ScriptStep[]; key: string } {
  const key = freeKey(steps, kind)
  const at = steps.findIndex((step) => step.key === from)
  const before = steps[at]
  const to = before && waysOf(before).find((way) => way.answer === answer)?.to
  if (to === undefined) return addStepAfter(steps, from, kind, names)
  const led = connect(steps, from, answer, key)
  return { key, steps: [...led.slice(0, at + 1), newStep(kind, key, to, names), ...led.slice(at + 1)] }
}

/** Takes a step out: who led to it goes where it led. */
export function removeStep(steps: Steps, key: string): ScriptStep[] {
  const gone = steps.find((step) => step.key === key)
  if (!gone || steps.length === 1) return [...steps]
  const rest = steps.filter((step) => step !== gone)
  // An end leads nowhere: what led to it stays loose, and the check says so.
  const to = waysOf(gone).find((way) => way.answer === null)?.to ?? waysOf(gone)[0]?.to
  return to === undefined || to === key ? rest : redirect(rest, key, to)
}

/** One place up or down in the list; only the order changes, and with it where a case starts. */
export function moveStep(steps: Steps, key: string, by: -1 | 1): ScriptStep[] {
  const at = steps.findIndex((step) => step.key === key)
  const [step, other] = [steps[at], steps[at + by]]
  if (!step || !other) return [...steps]
  return steps.map((one) => (one === step ? other : one === other ? step : one))
}

/** Puts a changed step in its place. */
export function changeStep(steps: Steps, changed: ScriptStep): ScriptStep[] {
  return steps.map((step) => (step.key === changed.key ? changed : step))
}

/** Leads one way of a step elsewhere: the way of an answer, or with null the one for all others. */
export function connect(steps: Steps, from: string, answer: string | null, to: string): ScriptStep[] {
  return steps.map((step) => {
    if (step.key !== from || step.kind === 'finish') return step
    if (step.kind === 'split') return withVariants(step, (one) => (one.key === answer ? { ...one, next: to } : one))
    if (answer === null) return { ...step, next: to }
    if (step.kind === 'call') return withWays(step, (one, was) => (one === answer ? to : was))
    return step.kind === 'branch' ? { ...step, settings: { ...step.settings, answers: { ...step.settings.answers, [answer]: to } } } : step
  })
}

function redirect(steps: Steps, from: string, to: string): ScriptStep[] {
  const lead = (key: string) => (key === from ? to : key)
  return steps.map((step) => {
    if (step.kind === 'finish') return step
    if (step.kind === 'split') return withVariants(step, (one) => ({ ...one, next: lead(one.next) }))
    if (step.kind === 'call') return { ...withWays(step, (_answer, was) => lead(was)), next: lead(step.next) }
    if (step.kind !== 'branch') return { ...step, next: lead(step.next) }
    const answers = Object.fromEntries(Object.entries(step.settings.answers).map(([answer, key]) => [answer, lead(key)]))
    return { ...step, next: lead(step.next), settings: { ...step.settings, answers } }
  })
}

function withWays(step: Extract<ScriptStep, { kind: 'call' }>, lead: (answer: string, to: string) => string): ScriptStep {
  return { ...step, settings: leadMenu(step.settings, lead) }
}

function withVariants(step: Extract<ScriptStep, { kind: 'split' }>, changed: (variant: Variant) => Variant): ScriptStep {
  return { ...step, settings: { ...step.settings, variants: step.settings.variants.map(changed) } }
}
