import type { CallMenu } from './call-menu.ts'
import type { StepChange } from './flow.ts'
import { nameIn, type ScriptStep, stepName } from './scripts.ts'
import { nextOf, waysOf } from './script-steps-check.ts'

type Steps = readonly ScriptStep[]
type Setting = Extract<StepChange, { change: 'setting' }>

/** What changed between two versions, as facts that a screen puts into words: in the order of the steps, those that are gone last. */
export function changesOf(before: Steps, after: Steps): StepChange[] {
  const old = new Map(before.map((step) => [step.key, step]))
  // A key that was given to another kind of step is another step.
  const stays = (step: ScriptStep) => old.get(step.key)?.kind === step.kind
  const now = new Set(after.filter(stays).map(({ key }) => key))
  const kept = after.flatMap((step, at): StepChange[] => {
    const was = old.get(step.key)
    if (!was || !stays(step)) return [{ ...partsOf(step), change: 'added', after: leadsTo(after, step, at) }]
    return [
      ...(at === 0 && before[0]?.key !== step.key ? [{ ...partsOf(step), change: 'first' as const }] : []),
      ...renamed(was, step),
      ...settingsChanged(was, step),
      ...waysChanged(was, step, { before, after, now }),
    ]
  })
  const gone = before.filter(({ key }) => !now.has(key)).map((step): StepChange => ({ ...partsOf(step), change: 'removed' }))
  return [...kept, ...gone]
}

const partsOf = (step: ScriptStep) => ({ step: step.key, name: stepName(step), stepKind: step.kind })

/** The name of a step that leads to this one: the one before it in the list, if that does. */
function leadsTo(steps: Steps, { key }: ScriptStep, at: number): string | null {
  const leading = steps.filter((one) => one.key !== key && waysOf(one).some(({ to }) => to === key))
  const found = leading.find((one) => one === steps[at - 1]) ?? leading[0]
  return found ? stepName(found) : null
}

function renamed(was: ScriptStep, step: ScriptStep): StepChange[] {
  if (stepName(was) === stepName(step)) return []
  return [{ ...partsOf(step), change: 'named', from: stepName(was) }]
}

function settingsChanged(was: ScriptStep, step: ScriptStep): StepChange[] {
  const old = valuesOf(was)
  return valuesOf(step).flatMap(([setting, to]): StepChange[] => {
    const from = old.find(([name]) => name === setting)?.[1] ?? null
    return from === to ? [] : [{ ...partsOf(step), change: 'setting', setting, from, to }]
  })
}

/** The settings of a step, each as one value that can be compared; ways are no settings. */
function valuesOf(step: ScriptStep): [Setting['setting'], Setting['to']][] {
  switch (step.kind) {
    case 'payment-link':
      return [
        ['validDays', step.settings.validDays],
        ['page', step.settings.page ?? 'own'],
      ]
    case 'send-email':
    case 'send-sms':
    case 'send-whatsapp':
    case 'send-letter':
      return [['template', step.settings.template]]
    case 'call': {
      const { template, voicemail = '', attemptsMax, retryMinutes, retries = {}, identity } = step.settings
      const others = Object.entries(retries)
        .map(([answer, { minutes, max }]) => `${answer} ${minutes} ${max}`)
        .sort()
      return [
        ['template', template],
        ['voicemail', voicemail],
        ['attemptsMax', attemptsMax],
        ['retryMinutes', retryMinutes],
        ['retries', others.join('; ')],
        ['menu', menuText(step.settings)],
        ['identity', identity?.template ?? ''],
      ]
    }
    case 'wait':
      return [['minutes', step.settings.minutes]]
    case 'branch':
      return [
        ['question', step.settings.question],
        ['asked', step.settings.key ?? ''],
      ]
    case 'split': {
      const { variants, plan } = step.settings
      return [
        ['variants', variants.map(({ name, percent }) => `${name} ${percent}%`).join(', ')],
        ['plan', `${plan.paidPercent}% ± ${plan.differencePoints}`],
      ]
    }
    case 'finish':
      return [['result', step.settings.result]]
  }
}

type Both = { before: Steps; after: Steps; now: ReadonlySet<string> }

/** What each key does, apart from where it leads. */
function menuText({ menu }: { menu?: CallMenu | undefined }): string {
  if (!menu) return ''
  const keys = menu.keys.map((one) => `${one.key} ${one.name} (${one.act === 'hear' ? one.template : one.act})`)
  return [...keys, `${menu.waitSeconds} s`, `${menu.wrongMax}×`].join(', ')
}

/** Ways that lead elsewhere. One that only passes through what was added, or no longer through what was removed, is said by that. */
function waysChanged(was: ScriptStep, step: ScriptStep, { before, after, now }: Both): StepChange[] {
  const [old, ways] = [waysOf(was), waysOf(step)]
  const asked = step.kind === 'branch' ? step.settings.question : null
  // A variant is called by its name.
  const variants = [...variantsOf(was), ...variantsOf(step)]
  const called = (answer: string | null) => variants.findLast(({ key }) => key === answer)?.name ?? answer
  const answers = [...new Set([...ways, ...old].map(({ answer }) => answer))]
  return answers.flatMap((answer): StepChange[] => {
    const from = old.find((way) => way.answer === answer)?.to ?? null
    const to = ways.find((way) => way.answer === answer)?.to ?? null
    if (from === to) return []
    if (from !== null && to !== null && endOf(before, from, now) === endOf(after, to, now)) return []
    const question = step.kind === 'call' && answer !== null ? 'menu' : asked
    return [{ ...partsOf(step), change: 'way', question, answer: called(answer), from: nameOf(before, from), to: nameOf(after, to) }]
  })
}

const variantsOf = (step: ScriptStep) => (step.kind === 'split' ? step.settings.variants : [])

/** Where a way comes out at a step that is in both versions. */
function endOf(steps: Steps, from: string, both: ReadonlySet<string>): string {
  let key = from
  for (let hops = 0; hops < steps.length && !both.has(key); hops++) {
    const step = steps.find((one) => one.key === key)
    const next = step === undefined ? null : nextOf(step)
    if (next === null) return key
    key = next
  }
  return key
}

const nameOf = (steps: Steps, key: string | null) => (key === null ? null : nameIn(steps)(key))
