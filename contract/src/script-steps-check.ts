import type { Channel } from './channels.ts'
import { type CallMenu, menuWays } from './call-menu.ts'
import type { StepDifference, StepFault } from './flow.ts'
import { causesOf, comesFrom, reachedFrom } from './graph-walk.ts'
import { isResultCode } from './result-codes.ts'
import type { ScriptStep, Variant } from './scripts.ts'
import { alwaysFields } from './templates.ts'

type Steps = readonly ScriptStep[]
type FaultKind = StepFault['fault']

/** What a step may name. */
export type KnownNames = {
  /** `asks`: the merge fields of its text. */
  templates: readonly {
    key: string
    kind: Channel
    asksLink?: boolean | undefined
    asks?: readonly string[] | undefined
    byPost?: boolean | undefined
  }[]
  variables: readonly string[]
  fields: readonly string[]
  /** Somebody at a queue takes the calls of the script. */
  hasQueue: boolean
}

// A letter is an e-mail text on paper.
const templateKinds = {
  'send-email': 'email',
  'send-sms': 'sms',
  'send-whatsapp': 'whatsapp',
  'send-letter': 'email',
  call: 'call',
} as const

type ContactStep = Extract<ScriptStep, { kind: keyof typeof templateKinds }>

/** Does this step contact the person? */
export function isContactStep(step: ScriptStep): step is ContactStep {
  return Object.hasOwn(templateKinds, step.kind)
}

/** The channels by which a script contacts people, in the order of its steps, each once. */
export function contactChannels(steps: Steps): Channel[] {
  return [...new Set(steps.flatMap((step) => channelOfStep(step) ?? []))]
}

/** The channel of a step that contacts; null for every other, also for a letter, which has none. */
export function channelOfStep(step: ScriptStep): Channel | null {
  return isContactStep(step) && step.kind !== 'send-letter' ? templateKinds[step.kind] : null
}

/** Does a script reach people by post? */
export function sendsLetters(steps: Steps): boolean {
  return steps.some(({ kind }) => kind === 'send-letter')
}

/** For which channel the text of a step is written; null where it sends none. */
export function textKindOf(step: ScriptStep): Channel | null {
  return isContactStep(step) ? templateKinds[step.kind] : null
}

/** The only way of a step that has one, or the way of all other answers; null where each answer has its own, and of an end. */
export function nextOf(step: ScriptStep): string | null {
  return step.kind === 'finish' || step.kind === 'split' ? null : step.next
}

/** Where a case may go from a step: its ways in the order in which they are shown, the one for all other answers last. */
export function waysOf(step: ScriptStep): { to: string; answer: string | null }[] {
  if (step.kind === 'finish') return []
  if (step.kind === 'split') return step.settings.variants.map(({ key, next }) => ({ to: next, answer: key }))
  if (step.kind === 'call') return [...menuWays(step.settings), { to: step.next, answer: null }]
  const answers = step.kind === 'branch' ? Object.entries(step.settings.answers).map(([answer, to]) => ({ to, answer })) : []
  return [...answers, { to: step.next, answer: null }]
}

/** All that is wrong with a graph of steps, in the order of the steps, each cause once. None: it may become live. */
export function checkSteps(steps: Steps, known: KnownNames): StepFault[] {
  const byKey = new Map(steps.map((step) => [step.key, step]))
  const leadsTo = leadsOf(steps)
  const reached = reachedFrom(steps[0] ? [steps[0].key] : [], leadsTo)
  const ending = leadingToEnd(steps, leadsTo)
  const withoutLink = reachedFrom(steps[0] ? [steps[0].key] : [], (key) => (byKey.get(key)?.kind === 'payment-link' ? [] : leadsTo(key)))
  const keys = steps.map(({ key }) => key)
  const isBroken = steps.some(({ key }) => reached.has(key) && leadsTo(key).some((to) => !byKey.has(to)))
  // Behind a way to nowhere stands what that way was meant to reach, so only the way itself is reported.
  const unreachable = isBroken
    ? new Set<string>()
    : causesOf(
        keys.filter((key) => !reached.has(key)),
        leadsTo,
      )
  const endless = causesOf(
    keys.filter((key) => reached.has(key) && !ending.has(key)),
    comesFrom(keys, leadsTo),
  )
  const turning = turningWithoutWait(steps, byKey, leadsTo)
  const faults = steps.flatMap((step, at) => {
    const found: StepFault[] = []
    const report = (fault: FaultKind, detail?: string) =>
      void found.push({ step: step.key, fault, ...(detail !== undefined && { detail }) })
    if (steps.findIndex(({ key }) => key === step.key) < at) report('keyTwice')
    for (const to of new Set(waysOf(step).map((way) => way.to))) if (!byKey.has(to)) report('stepMissing', to)
    if (unreachable.has(step.key)) report('unreachable')
    if (endless.has(step.key)) report('noEnd')
    if (turning.has(step.key)) report('loopWithoutWait')
    checkNames(step, known, report)
    const asking = withoutLink.has(step.key) ? templatesOf(step, known).find(({ asksLink }) => asksLink) : undefined
    if (asking) report('linkMissing', asking.key)
    return found
  })
  const reachesSomebody = steps.some(({ kind }) => Object.hasOwn(templateKinds, kind))
  return reachesSomebody ? faults : [...faults, { step: null, fault: 'nothing' }]
}

/** The texts that a step sends or says: those that are there. */
function templatesOf(step: ScriptStep, { templates }: KnownNames) {
  const keys = textsOfStep(step)
  return templates.filter(({ key }) => keys.includes(key))
}

/** The keys of the texts that a step names, each once: a call may have more, for a voicemail, a key, or whoever showed who they are. */
export function textsOfStep(step: ScriptStep): string[] {
  if (!isContactStep(step)) return []
  const more =
    step.kind === 'call' ? [step.settings.voicemail ?? '', step.settings.identity?.template ?? '', ...heardOf(step.settings)] : []
  return [...new Set([step.settings.template, ...more])].filter((key) => key !== '')
}

const heardOf = ({ menu }: { menu?: CallMenu | undefined }) =>
  (menu?.keys ?? []).flatMap((one) => (one.act === 'hear' ? [one.template] : []))

/** What one step names that does not exist, or does not fit. */
function checkNames(step: ScriptStep, known: KnownNames, report: (fault: FaultKind, detail?: string) => void) {
  if (step.kind === 'finish' && !isResultCode(step.settings.result)) report('resultUnknown', step.settings.result)
  if (isContactStep(step)) {
    if (step.settings.template === '') report('templateMissing')
    for (const template of textsOfStep(step)) {
      const found = known.templates.find(({ key }) => key === template)
      if (!found) report('templateUnknown', template)
      else if (found.kind !== templateKinds[step.kind]) report('templateKind', template)
      else if (step.kind === 'send-letter' && found.byPost !== true) report('templateNotByPost', template)
    }
    for (const field of fieldsUnknown(step, known)) report('textFieldUnknown', field)
  }
  if (step.kind === 'call') checkKeys(step.settings, known, report)
  if (step.kind === 'split') checkVariants(step.settings.variants, report)
  if (step.kind !== 'branch') return
  const { question, key = '', answers } = step.settings
  if (Object.keys(answers).length === 0) report('answersMissing')
  if (question === 'field' && !known.fields.includes(key)) report('fieldUnknown', key)
  if (question === 'variable' && !known.variables.includes(key)) report('variableUnknown', key)
}

type CallSettings = Extract<ScriptStep, { kind: 'call' }>['settings']

// What names the debt. Who calls, for which customer and about which case may be heard by anybody (product.md §3.13).
const debtFields: readonly string[] = ['bedrag', 'factuurnummer', 'betalingskenmerk', 'rf_kenmerk', 'betaallink']

/** The first of these merge fields that names the debt; undefined: none does. */
export function debtFieldOf(asks: readonly string[]): string | undefined {
  return asks.find((field) => debtFields.includes(field))
}

/** Each key is there once and has a name, and who asks for a colleague gets one; what is heard before somebody showed who they are does not name the debt. */
function checkKeys(settings: CallSettings, { templates, hasQueue }: KnownNames, report: (fault: FaultKind, detail?: string) => void) {
  const { menu, identity } = settings
  if (menu) {
    if (menu.keys.length === 0) report('keysMissing')
    const keys = menu.keys.map(({ key }) => key)
    const twice = keys.find((key, at) => keys.indexOf(key) < at)
    if (twice !== undefined) report('keyPressedTwice', twice)
    for (const { key, name } of menu.keys) if (name.trim() === '') report('keyNameMissing', key)
    const toAgent = menu.keys.find(({ act }) => act === 'agent')
    if (toAgent && !hasQueue) report('queueMissing', toAgent.key)
    if (heardOf(settings).includes('')) report('templateMissing')
  }
  if (identity?.template === '') report('templateMissing')
  const asksOf = (key: string | undefined) => templates.find((one) => one.key === key)?.asks ?? []
  const named = identity && debtFieldOf([...asksOf(settings.template), ...asksOf(settings.voicemail)])
  if (named !== undefined) report('debtNamedBefore', named)
}

/** Each variant has a name of its own and a share, and the shares make up a whole. */
function checkVariants(variants: readonly Variant[], report: (fault: FaultKind, detail?: string) => void) {
  const names = variants.map(({ name }) => name.trim().toLowerCase())
  if (names.includes('')) report('variantNameMissing')
  const twice = variants.find((_one, at) => names[at] !== '' && names.indexOf(names[at] ?? '') < at)
  if (twice) report('variantNameTwice', twice.name.trim())
  if (new Set(variants.map(({ key }) => key)).size < variants.length) report('variantNameTwice', variants[0]?.name ?? '')
  const sum = variants.reduce((all, { percent }) => all + percent, 0)
  if (sum !== 100) report('sharesNotWhole', String(sum))
  if (variants.some(({ percent }) => percent === 0)) report('shareMissing')
}

/** What the texts of a step ask for and no case of this script can have: nobody would ever get them. */
function fieldsUnknown(step: ScriptStep, known: KnownNames): string[] {
  const names = new Set<string>([...alwaysFields, ...known.fields, ...known.variables])
  return [...new Set(templatesOf(step, known).flatMap(({ asks = [] }) => asks.filter((name) => !names.has(name))))]
}

/** What changed between two versions, step by step; another first step counts as a change of that step. */
export function differencesOf(before: Steps, after: Steps): StepDifference[] {
  const old = new Map(before.map((step) => [step.key, step]))
  const kept = new Set(after.map(({ key }) => key))
  const changes = after.flatMap((step, at): StepDifference[] => {
    const was = old.get(step.key)
    if (!was) return [{ step: step.key, kind: 'added' }]
    const startsNow = at === 0 && before[0]?.key !== step.key
    return startsNow || !isSame(was, step) ? [{ step: step.key, kind: 'changed' }] : []
  })
  return [...changes, ...before.filter(({ key }) => !kept.has(key)).map(({ key }): StepDifference => ({ step: key, kind: 'removed' }))]
}

/** Databases and browsers order the names within an object as they like. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => isSame((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]))
}

/** Where each step leads, once: a branch has many answers that lead to few steps, and the graph is walked from each of them. */
function leadsOf(steps: Steps): (key: string) => readonly string[] {
  const leads = new Map(steps.map((step) => [step.key, [...new Set(waysOf(step).map(({ to }) => to))]]))
  return (key) => leads.get(key) ?? []
}

/** The steps from which an end can be reached. A way to nowhere counts as an end: it is a fault of its own. */
function leadingToEnd(steps: Steps, leadsTo: (key: string) => readonly string[]): Set<string> {
  const keys = new Set(steps.map(({ key }) => key))
  const ends = steps.filter(({ kind, key }) => kind === 'finish' || leadsTo(key).some((to) => !keys.has(to))).map(({ key }) => key)
  return reachedFrom(
    ends,
    comesFrom(
      steps.map(({ key }) => key),
      leadsTo,
    ),
  )
}

/** Of each round without a wait its first step: a case would turn there for ever. */
function turningWithoutWait(
  steps: Steps,
  byKey: ReadonlyMap<string, ScriptStep>,
  leadsTo: (key: string) => readonly string[],
): Set<string> {
  const next = (key: string) => (byKey.get(key)?.kind === 'wait' ? [] : leadsTo(key))
  const turning = steps.map(({ key }) => key).filter((key) => reachedFrom(next(key), next).has(key))
  return causesOf(turning, next)
}
