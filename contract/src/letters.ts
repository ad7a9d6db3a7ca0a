import * as z from 'zod/mini'
import { ChannelPermission, RefusalReason } from './cases.ts'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { Id } from './paging.ts'
import { PrintFault } from './print-shops.ts'
import { Right } from './right-codes.ts'

/** Where a person gets post: what stands in the window of the envelope. */
export type PostalAddress = { name: string; street: string; postcode: string; city: string; country: string }

type Fields = Readonly<Record<string, string>>

/** The postal address of a case by its fields; null where one could not be delivered there. The country is left out of an address in the Netherlands. */
export function postalAddressOf(name: string, fields: Fields): PostalAddress | null {
  const read = (key: string) => (fields[key] ?? '').replaceAll(/\s+/g, ' ').trim()
  const street = [read('straat'), read('huisnummer'), read('toevoeging')].filter(Boolean).join(' ')
  const land = read('land').toUpperCase()
  const country = land === 'NL' || land === 'NEDERLAND' ? '' : land
  const address = { name: name.trim(), street, postcode: read('postcode').toUpperCase(), city: read('plaats'), country }
  const isWhole = address.name !== '' && read('straat') !== '' && address.postcode !== '' && address.city !== ''
  return isWhole ? { ...address, postcode: country === '' ? dutchPostcode(address.postcode) : address.postcode } : null
}

// As the Dutch post reads it: four digits, a space, two letters.
const dutchPostcode = (postcode: string) => postcode.replace(/^(\d{4}) ?([A-Z]{2})$/, '$1 $2')

/** The same as lines on an envelope. */
export function addressLines({ name, street, postcode, city, country }: PostalAddress): string[] {
  // Two spaces between postcode and town, as the Dutch post asks.
  return [name, street, country === '' ? `${postcode}  ${city.toUpperCase()}` : `${postcode} ${city}`, country].filter(Boolean)
}

/** `drawing`: of a script, its PDF is made within a minute; `failed`: the print shop could not be reached, it is tried again by itself. */
const letterStates = ['drawing', 'queued', 'failed', 'handedOver', 'cancelled', 'refused'] as const
export type LetterState = (typeof letterStates)[number]

export const Letter = z.object({
  letterID: z.number(),
  /** Its PDF among the documents of the case; null: there is none yet, or there never was. */
  documentID: z.nullable(z.number()),
  /** Masked for who may not see personal data. */
  subject: z.string(),
  state: z.enum(letterStates),
  /** Why it waits, or was not sent. */
  reason: z.nullable(RefusalReason),
  /** What is wrong with the folder of the print shop. */
  fault: z.nullable(PrintFault),
  pages: z.nullable(z.number()),
  queuedAt: z.string(),
  handedAt: z.nullable(z.string()),
  /** Who sent it; empty: the script. */
  by: z.string(),
  /** No print shop is set: nothing leaves. */
  simulated: z.boolean(),
})
export type Letter = z.infer<typeof Letter>

/** The letters that may be sent to the person of a case, and whether one may now. */
export const LetterTexts = z.object({
  ...ChannelPermission.shape,
  /** As it stands in the window of the envelope. Empty where the case has no complete one (`reason` says so), and for who may not see personal data. */
  address: z.array(z.string()),
  locale: Locale,
  simulated: z.boolean(),
  texts: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      subject: z.string(),
      /** What the text asks for and the case does not have; then it is not sent. */
      missing: z.array(z.string()),
    }),
  ),
})
export type LetterTexts = z.infer<typeof LetterTexts>

const CaseId = z.object({ caseID: Id })
const LetterId = z.object({ caseID: Id, letterID: Id })
const chosen = { template: z.string().check(z.maxLength(100)), locale: z.optional(Locale) }
// A letter is an e-mail text on paper: who may send the one may send the other.
const access = { right: Right.sendEmail, also: [Right.viewCases] } as const

/** Letters on paper to the person of a case. */
export const letterApi = {
  texts: endpoint({
    method: 'GET',
    path: '/cases/:caseID/letter-texts',
    access,
    audited: true,
    summary: 'The texts that may be sent by post, and whether a letter may go to the person of this case now',
    params: CaseId,
    query: z.object({ locale: z.optional(Locale) }),
    response: LetterTexts,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/cases/:caseID/letters/preview',
    // No mask knows what stands in a PDF.
    access: { right: Right.sendEmail, also: [Right.viewCases, Right.viewPersonalData] },
    asksOnly: true,
    audited: true,
    budget: 'export',
    summary: 'A letter as it would be printed, on the letterhead of the customer (PDF)',
    params: CaseId,
    body: z.object(chosen),
    file: 'application/pdf',
  }),
  send: endpoint({
    method: 'POST',
    path: '/cases/:caseID/letters',
    access,
    budget: 'export',
    summary: 'Send a letter, if one may go to the person now; its PDF is kept before the print shop gets it, once for its key',
    params: CaseId,
    body: z.object({ key: z.uuid(), ...chosen }),
    response: Letter,
  }),
  list: endpoint({
    method: 'GET',
    path: '/cases/:caseID/letters',
    access: { right: Right.viewCases },
    summary: 'The letters of a case, the newest first',
    params: CaseId,
    response: z.array(Letter),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/cases/:caseID/letters/:letterID/cancel',
    access,
    summary: 'Take a letter back that the print shop does not have yet; what has left is refused',
    params: LetterId,
    response: Letter,
  }),
}
