import { rateKindOf } from '@regie/contract/claim/statutory-claim.ts'
import type { HandOverLack } from '@regie/contract/hand-overs.ts'
import { postalAddressOf } from '@regie/contract/letters.ts'
import { formalLetters } from '../debt-law/formal-letters.ts'

/** What is known of a case that a bailiff will ask for. */
export type KnownOfCase = {
  name: string
  fields: Readonly<Record<string, string>>
  hasInvoice: boolean
  /** The day on which the letter that the law prescribes went; null: none did. */
  letterOn: string | null
}

/**
 * What a bailiff needs of a case and does not get: who it is and where they live, the invoice, and, where a consumer is asked for costs, the letter of art.
 * 6:96 paragraph 6 BW, without which no costs are owed.
 */
export function whatIsMissing({ name, fields, hasInvoice, letterOn }: KnownOfCase): HandOverLack[] {
  const asksCosts = Number(fields['incassokosten'] ?? '') > 0 && rateKindOf(fields) === 'consumer'
  const lacks: Record<HandOverLack, boolean> = {
    name: name.trim() === '',
    // Whether they have a name is asked apart.
    address: postalAddressOf(name.trim() || '?', fields) === null,
    invoice: !hasInvoice,
    letter: asksCosts && letterOn === null,
  }
  return (Object.keys(lacks) as HandOverLack[]).filter((lack) => lacks[lack])
}

/** SQL: is there an invoice of case `c`, by its number or as a document? */
export const hasInvoice = `(coalesce(c.invoice_number, '') <> '' or coalesce(c.fields ->> 'factuurnummer', '') <> ''
        or exists (
          select from case_documents d
          where d.customer_id = c.customer_id and d.case_id = c.id and d.kind = 'invoice' and d.removed_at is null))`

/** SQL: the day on which the first letter that the law prescribes went to the person of case `c`, by mail or by post; null: none did. */
export const prescribedLetterOn = `(select min(day_of(n.at))::text from ${formalLetters('c.customer_id', 'c.id')} n)`
