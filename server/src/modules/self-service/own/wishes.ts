import { readClock } from '../../contact-permission/read-clock.ts'
import type { Say, TextKey } from '../texts.ts'
import type { Own } from './find-own.ts'

export type WishKey = 'contactvoorkeur' | 'niet_bellen_voor' | 'niet_bellen_na' | 'taal'
export type Wish = { key: WishKey; choices: readonly string[] }

const hours = ['', ...Array.from({ length: 14 }, (_, at) => `${String(at + 7).padStart(2, '0')}:00`)]
const wishes: readonly Wish[] = [
  { key: 'contactvoorkeur', choices: ['', 'email', 'sms', 'whatsapp', 'telefoon', 'post'] },
  { key: 'niet_bellen_voor', choices: hours },
  { key: 'niet_bellen_na', choices: hours },
  { key: 'taal', choices: ['nl', 'eng', 'fr'] },
]

/** The wishes that the script of the case knows, and lets be changed; of a choice what it has. */
export function wishesOffered({ definitions }: Own): Wish[] {
  return wishes.flatMap(({ key, choices }) => {
    const field = definitions.find((one) => one.key === key && one.editable !== false)
    if (!field) return []
    const known = field.choices
    return [{ key, choices: known === undefined ? choices : choices.filter((choice) => choice === '' || known.includes(choice)) }]
  })
}

/** Do these hours leave any for a call? Hours that leave none would end all calls without anybody having asked for that. */
export function areHoursRight(from: string, until: string): boolean {
  const [first, last] = [readClock(from === '' ? '00:00' : from), readClock(until === '' ? '24:00' : until) ?? 24 * 60]
  return first !== null && first < last
}

/** A choice in words. */
export function shownIn(say: Say, key: WishKey, choice: string): string {
  if (choice === '') return say(key === 'contactvoorkeur' ? 'noPreference' : 'noLimit')
  return key === 'contactvoorkeur' || key === 'taal' ? say(`${key}_${choice}` as TextKey) : choice
}
