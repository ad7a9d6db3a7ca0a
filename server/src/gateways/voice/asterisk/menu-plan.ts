import { type KeyAct, type PhoneKey, phoneKeys } from '@regie/contract/call-menu.ts'
import type { CallPart, SpokenMenu } from '../voice-gateway.ts'

/** What of a menu stands with its channel: what each key does, and for how many digits is asked first (0: for none). */
export type MenuPlan = {
  keys: readonly { key: PhoneKey; act: KeyAct }[]
  waitSeconds: number
  wrongMax: number
  digits: number
  tries: number
}

/** How far a call with a menu is. */
export type MenuProgress = {
  /** What is said now, or was said last, and which saying of this call it is: each has a name of its own. */
  part: CallPart
  turn: number
  /** How many keys stood for nothing, and how often the digits were wrong. */
  wrong: number
  tried: number
  /** The text was said once more because nothing was pressed. */
  isAgain: boolean
  /** They showed who they are, or are not asked. */
  isKnown: boolean
}

const letters = { goTo: 'g', agent: 'a', hear: 'h', repeat: 'r', wrongPerson: 'w' } as const satisfies Record<KeyAct, string>
const actOf = (letter: string) => (Object.keys(letters) as KeyAct[]).find((act) => letters[act] === letter)

export function menuPlanOf({ keys, waitSeconds, wrongMax, identity }: SpokenMenu): MenuPlan {
  const digits = { digits: identity?.digits ?? 0, tries: identity?.tries ?? 0 }
  return { keys: keys.map(({ key, act }) => ({ key, act })), waitSeconds, wrongMax, ...digits }
}

export const menuText = ({ keys, waitSeconds, wrongMax, digits, tries }: MenuPlan): string =>
  [keys.map(({ key, act }) => key + letters[act]).join(''), waitSeconds, wrongMax, digits, tries].join('.')

/** Reads it back; null: there is none. */
export function readMenu(text: string | null): MenuPlan | null {
  if (text === null) return null
  const [listed = '', ...numbers] = text.split('.')
  const [waitSeconds = 6, wrongMax = 0, digits = 0, tries = 0] = numbers.map(Number)
  const keys = (listed.match(/../g) ?? []).flatMap(([sign, letter = '']) => {
    const [key, act] = [phoneKeys.find((one) => one === sign), actOf(letter)]
    return key && act ? [{ key, act }] : []
  })
  return { keys, waitSeconds, wrongMax, digits, tries }
}

/** Where a call with this menu begins when a person picks up. */
export const menuBegins = ({ digits }: MenuPlan): MenuProgress => ({
  ...{ part: 'answer', turn: 1, wrong: 0, tried: 0 },
  ...{ isAgain: false, isKnown: digits === 0 },
})

export const progressText = ({ part, turn, wrong, tried, isAgain, isKnown }: MenuProgress): string =>
  [part, turn, wrong, tried, Number(isAgain), Number(isKnown)].join('.')

export function readProgress(parts: readonly string[]): MenuProgress | null {
  const [part, ...numbers] = parts
  if (part === undefined) return null
  const [turn = 1, wrong = 0, tried = 0, isAgain = 0, isKnown = 0] = numbers.map(Number)
  return { part: part as CallPart, turn, wrong, tried, isAgain: isAgain === 1, isKnown: isKnown === 1 }
}
