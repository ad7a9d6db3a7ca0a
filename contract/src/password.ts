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
