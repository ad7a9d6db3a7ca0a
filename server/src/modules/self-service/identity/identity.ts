import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** By what a debtor shows who they are: what of the two the case knows, the date of birth first. */
export type IdentityField = 'birthDate' | 'postcode'

type Known = Readonly<Record<string, string>>

/** What is asked of the debtor of a case with these fields; null: there is nothing to ask, and so nothing personal to show. */
export function askedOf(fields: Known): IdentityField | null {
  if (readBirthDate(fields['geboortedatum'] ?? '') !== null) return 'birthDate'
  return readPostcode(fields['postcode'] ?? '') === '' ? null : 'postcode'
}

/** Is this the answer? Compared in the same time whether it is nearly right, wrong, or there was none to give. */
export function isAnswer(fields: Known, given: string): boolean {
  const asked = askedOf(fields)
  const right = asked === 'birthDate' ? readBirthDate(fields['geboortedatum'] ?? '') : readPostcode(fields['postcode'] ?? '')
  const typed = asked === 'birthDate' ? readBirthDate(given) : readPostcode(given)
  const isEqual = timingSafeEqual(digest(right ?? ''), digest(typed ?? ''))
  return isEqual && asked !== null && typed !== null && typed !== ''
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** A day as people type it, as yyyy-MM-dd: 3-1-1980, 03/01/1980, 3 1 1980 or 1980-01-03. Null: it is none. */
export function readBirthDate(typed: string): string | null {
  const [first = '', second = '', third = ''] = typed.trim().split(/[-/. ]+/)
  const [year, month, day] = first.length === 4 ? [first, second, third] : [third, second, first]
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return null
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const parsed = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== date ? null : date
}

/** A postal code without what people write it with. */
export const readPostcode = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

const validMs = 30 * 60_000

/** Says, for half an hour and this link alone, that its visitor has shown who they are. */
export function identityPass(secretKey: Buffer, linkId: number, now: Date): { value: string; seconds: number } {
  const until = now.getTime() + validMs
  return { value: `${until.toString(36)}.${sealOf(secretKey, linkId, until)}`, seconds: validMs / 1000 }
}

/** Does this pass hold for the link at this moment? */
export function isPassValid(secretKey: Buffer, linkId: number, pass: string | undefined, now: Date): boolean {
  const [, until = '', seal = ''] = /^([0-9a-z]{1,11})\.([0-9a-f]{64})$/.exec(pass ?? '') ?? []
  const end = Number.parseInt(until, 36)
  if (seal === '' || !Number.isSafeInteger(end)) return false
  return timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(secretKey, linkId, end))) && now.getTime() < end
}

const sealOf = (secretKey: Buffer, linkId: number, until: number) =>
  createHmac('sha256', secretKey).update(`payer-identity:${linkId}:${until}`).digest('hex')
