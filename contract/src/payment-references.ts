// The references by which a payment names what it pays. Sources: Betaalvereniging Nederland, specifications of the betalingskenmerk; ISO 11649 (RF).

export type ReferenceKind = 'betalingskenmerk' | 'rf' | 'free'

// From the right, over and over.
const weights = [2, 4, 8, 5, 10, 9, 7, 3, 6, 1]

/** The check digit that stands before these digits in a betalingskenmerk: weighted from the right, modulo 11; 10 becomes 1 and 11 becomes 0. */
export function betalingskenmerkCheck(digits: string): string {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (weights[at % weights.length] ?? 0), 0)
  const check = 11 - (sum % 11)
  return String(check === 11 ? 0 : check === 10 ? 1 : check)
}

/** What a reference is compared by: its letters and digits, in capitals. People put spaces, dots and slashes between them. */
export const referenceForm = (reference: string) => reference.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/**
 * A betalingskenmerk has 7 digits and no check, 16 with the check first, or 9 to 14: check, length and 7 to 12 digits, where 0, 1 and 2 stand for a length
 * of 10, 11 and 12.
 */
function isBetalingskenmerk(digits: string): boolean {
  if (!/^(\d{7}|\d{9,14}|\d{16})$/.test(digits)) return false
  if (digits.length === 7) return true
  if (digits.length < 16 && Number(digits[1]) !== (digits.length - 2) % 10) return false
  return digits[0] === betalingskenmerkCheck(digits.slice(1))
}

/** The remainder of a text by 97 after its first four characters went to the end, each letter as two digits (A = 10): 1 where its check is right (ISO 7064). */
function remainderBy97(text: string): number {
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return Array.from(digits).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)
}

const isRf = (form: string) => /^RF\d{2}[A-Z0-9]{1,21}$/.test(form) && remainderBy97(form) === 1

/** What a reference is; one without a valid check is the creditor's own, whatever it looks like. */
export function referenceKind(reference: string): ReferenceKind {
  const form = referenceForm(reference)
  return isBetalingskenmerk(form) ? 'betalingskenmerk' : isRf(form) ? 'rf' : 'free'
}

/** Does it look like a reference with a check, and is the check wrong? A bank refuses it, so it was mistyped. */
export function isMistypedReference(reference: string): boolean {
  const form = referenceForm(reference)
  return (/^\d{16}$/.test(form) || /^RF\d{2}/.test(form)) && referenceKind(form) === 'free'
}

/** The same reference by ISO 11649, which banks in all of Europe read; null where it has no place in one. */
export function rfReferenceOf(reference: string): string | null {
  const form = referenceForm(reference)
  if (isRf(form)) return form
  if (!/^[A-Z0-9]{1,21}$/.test(form)) return null
  return `RF${String(98 - remainderBy97(`RF00${form}`)).padStart(2, '0')}${form}`
}

/** Has it a check of its own? Seven digits are a betalingskenmerk without one, and may as well be a number of the creditor, whose signs mean something. */
export function hasReferenceCheck(reference: string): boolean {
  return referenceKind(reference) !== 'free' && referenceForm(reference).length > 7
}

/** As people read it: what has a check in groups of four, as banks print it; anything else as it was written. */
export function shownReference(reference: string): string {
  return hasReferenceCheck(reference) ? (referenceForm(reference).match(/.{1,4}/g) ?? []).join(' ') : reference
}
