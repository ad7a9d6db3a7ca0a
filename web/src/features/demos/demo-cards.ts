import type { DemoMoment, DemoRun } from '@regie/contract/demos.ts'
import { numberFormat } from '../../locales/format.ts'

type Message = NonNullable<DemoMoment['message']>

/** What happened in a demo as it is shown: a message is one card, however much news of it came. */
export type DemoCard =
  | { kind: 'message'; key: string; at: string; step: string | null; message: Message; news: DemoMoment }
  /** `minutes`: what the script says; null where a call is tried again. */
  | { kind: 'wait'; key: string; at: string; step: string | null; minutes: number | null; until: string }
  | { kind: 'line'; key: string; at: string; step: string | null; moment: DemoMoment }
  /** `result`: what the script gives; null when somebody stopped it before its end. */
  | { kind: 'end'; key: string; at: string; result: string | null }

export function cardsOf({ steps, path, moments }: Pick<DemoRun, 'steps' | 'path' | 'moments'>): DemoCard[] {
  const byKey = new Map(steps.map((step) => [step.key, step]))
  const cards = new Map<string, DemoCard>()
  for (const moment of moments) {
    const { id, at, step, message, params } = moment
    const place = { key: String(id), at, step }
    const ofStep = step === null ? undefined : byKey.get(step)
    if (message !== null) {
      const key = `message ${message.communicationID}`
      const first = cards.get(key)
      cards.set(key, first?.kind === 'message' ? { ...first, message, news: moment } : { kind: 'message', ...place, message, news: moment })
    } else if (moment.event === 'waiting') {
      const minutes = ofStep?.kind === 'wait' ? ofStep.settings.minutes : null
      cards.set(place.key, { kind: 'wait', ...place, minutes, until: String(params.until) })
    } else if (moment.event === 'closed') {
      const last = byKey.get(path.at(-1) ?? '')
      cards.set(place.key, { kind: 'end', key: place.key, at, result: last?.kind === 'finish' ? last.settings.result : null })
    } else {
      cards.set(place.key, { kind: 'line', ...place, moment })
    }
  }
  return [...cards.values()]
}

/** So many minutes in words, in the largest unit in which they are a whole number. */
export function waitWords(minutes: number): string {
  const [unit, size] = minutes % 1440 === 0 ? ['day', 1440] : minutes % 60 === 0 ? ['hour', 60] : ['minute', 1]
  return lengthWords(minutes / Number(size), String(unit))
}

export function secondsBetween(from: string, until: string): number {
  return Math.max(0, Math.round((Date.parse(until) - Date.parse(from)) / 1000))
}

export function lengthWords(value: number, unit: string): string {
  return numberFormat(`long ${unit}`, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

export type TextPart = { text: string; href: string | null }

/** A text with the addresses in it apart, so that they can be followed. A full stop behind one is no part of it. */
export function linkParts(text: string): TextPart[] {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,!?;:)])/)
    .flatMap((part, at) => (part === '' ? [] : [{ text: part, href: at % 2 === 1 ? part : null }]))
}
