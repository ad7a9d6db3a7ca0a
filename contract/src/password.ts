import * as z from 'zod/mini'

/** Spec §5 and §9, product.md §5.15. Characters, not bytes; nothing is cut off and nothing is trimmed. */
export const passwordLengthMin = 8
export const passwordLengthMax = 128
/** So many passwords before this one may not be used again. */
export const passwordHistory = 10

/** A password for now: what the rules ask is checked by `passwordFaults`, so that each missing part has a message of its own. */
export const NewPassword = z.string().check(z.maxLength(500))

/** What a password lacks. `common` is one that everybody guesses first; `personal` contains the user's own name. */
export type PasswordFault = 'tooShort' | 'tooLong' | 'noLetter' | 'noUppercase' | 'noDigit' | 'noSpecial' | 'common' | 'personal'
export const passwordStrengths = ['weak', 'moderate', 'strong', 'veryStrong'] as const
export type PasswordStrength = (typeof passwordStrengths)[number]

type Person = { username: string; names?: readonly string[] }

const lengthOf = (text: string) => Array.from(text).length
// A mark belongs to its letter; anything else that is neither letter nor number is special, a space and an emoji too.
const special = /[^\p{L}\p{M}\p{N}]/u
// Shorter parts of a name stand in too many words.
const namePartMin = 4

/** What the password lacks by the rules that browser and server share. The server knows `common` besides. */
export function passwordFaults(password: string, person: Person): PasswordFault[] {
  const length = lengthOf(password)
  const lacks: [PasswordFault, boolean][] = [
    ['tooShort', length < passwordLengthMin],
    ['tooLong', length > passwordLengthMax],
    ['noLetter', !/\p{L}/u.test(password)],
    ['noUppercase', !/\p{Lu}/u.test(password)],
    ['noDigit', !/\p{Nd}/u.test(password)],
    ['noSpecial', !special.test(password)],
    ['personal', isPersonal(password, person)],
  ]
  return lacks.filter(([, isLacking]) => isLacking).map(([fault]) => fault)
}

function isPersonal(password: string, { username, names = [] }: Person): boolean {
  const lower = password.toLowerCase()
  const parts = [username, username.split('@')[0] ?? '', ...names].map((part) => part.trim().toLowerCase())
  return parts.some((part) => lengthOf(part) >= namePartMin && lower.includes(part))
}

// What people begin with; a password made of them is as short as their number.
const easyWords =
  /wachtwoord|welkom|geheim|password|passwort|motdepasse|bonjour|soleil|azerty|qwerty|qwertz|asdfgh|zxcvbn|admin|login|regie|incasso|letmein|welcome|hello|secret|dragon|monkey|football|voetbal|ajax|feyenoord|amsterdam|rotterdam|holland|nederland|zomer|winter|herfst|lente|summer|spring|autumn|hiver|printemps|januari|februari|maart|april|augustus|september|oktober|november|december|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|monday|friday|sunday|liefde|iloveyou|princess/g
const years = /(19|20)\d\d/g

/** How long somebody who guesses would be busy: by length and variety, where common words, years, repeats and rows count as one sign. */
export function passwordStrength(password: string): PasswordStrength {
  const bits = effectiveLength(password) * Math.log2(varietyOf(password))
  if (bits < 45 || lengthOf(password) < passwordLengthMin) return 'weak'
  if (bits < 65) return 'moderate'
  return bits < 90 ? 'strong' : 'veryStrong'
}

function effectiveLength(password: string): number {
  const signs = Array.from(password.toLowerCase().replace(easyWords, 'w').replace(years, 'y'))
  return signs.filter((sign, i) => {
    const step = codeOf(sign) - codeOf(signs[i - 1])
    const before = codeOf(signs[i - 1]) - codeOf(signs[i - 2])
    // The second of a pair that repeats, and from the third on what goes on in a row (abc, 321).
    return !(step === 0 || (i > 1 && step === before && Math.abs(step) === 1))
  }).length
}

const codeOf = (sign: string | undefined) => sign?.codePointAt(0) ?? -1_000

function varietyOf(password: string): number {
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[ -/:-@[-`{-~]/, 33],
    // oxlint-disable-next-line no-control-regex -- what lies beyond ASCII
    [/[^\u0000-\u007f]/, 100],
  ]
  return kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0) || 1
}

// Without what looks alike on paper: I l 1 | O 0 o, quotes, and what keyboards hide.
const alphabets = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!#$%&*+-=?@']
const generatedLength = 18

/** A random password that passes the rules and can be read out. */
export function generatePassword(): string {
  const every = alphabets.join('')
  const signs = [...alphabets.map(pick), ...Array.from({ length: generatedLength - alphabets.length }, () => pick(every))]
  // Fisher-Yates, so that the places of the four kinds tell nothing.
  for (let i = signs.length - 1; i > 0; i--) {
    const j = randomBelow(i + 1)
    ;[signs[i], signs[j]] = [signs[j] ?? '', signs[i] ?? '']
  }
  return signs.join('')
}

const pick = (alphabet: string) => alphabet.charAt(randomBelow(alphabet.length))

/** Every number below `limit` is as likely: what would favour the first ones is thrown again. */
function randomBelow(limit: number): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
  return value < 2 ** 32 - (2 ** 32 % limit) ? value % limit : randomBelow(limit)
}
