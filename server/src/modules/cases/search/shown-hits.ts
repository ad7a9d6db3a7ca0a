import { nameKeys } from '../../fields/masks.ts'
import { isShown, maskedKeys } from '../masks/mask-sql.ts'

/**
 * SQL: of the cases that a search finds, those that it finds by what a caller without right 109 is shown: never by a phone, nor by a field that the
 * case's script masks. A search would otherwise confirm what it may not show. `hits` has the cases; the parameters are the words, their start and a postcode.
 */
export const shownHits = (customer: string, words: string, start: string, postcode: string) => `
  select h.case_id from hits h
  join cases c on c.customer_id = ${customer} and c.id = h.case_id
  join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
  join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
  ${maskedKeys}
  where (${isShown(nameKeys)} and (
      select bool_and(strpos(search_form(c.name), search_form(word)) > 0) from unnest(${words}) word))
    or lower(c.case_number) like ${start}
    or (lower(c.email) like ${start} and ${isShown(['email'])})
    or (lower(c.invoice_number) like ${start} and ${isShown(['factuurnummer'])})
    or (reference_form(c.payment_reference) = any (typed_references(${start})) and ${isShown(['betalingskenmerk'])})
    or (upper(replace(c.postcode, ' ', '')) like ${postcode} and ${isShown(['postcode'])})`
