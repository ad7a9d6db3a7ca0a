import type { AddressFacts } from '../contact-permission/address-refusal.ts'
import { type RuleFields, ruleFieldKeys, wishesOf } from '../contact-permission/contact-wishes.ts'
import type { PersonRow } from './person-facts.ts'
import { recogniseNumbers } from './recognise-numbers.ts'

/** The columns of a case and its batch on which it depends where its person is reached. */
export type AddressRow = PersonRow & {
  phone: string | null
  mobile: string | null
  email: string | null
  number_recognition: boolean
  is_demo: boolean
}

/** Where the person of a case is reached, from such a row. */
export function addressesOf(row: AddressRow): Omit<AddressFacts, 'providers'> {
  return {
    ...recogniseNumbers(row, row.number_recognition),
    email: row.email,
    blacklisted: row.blacklisted,
    // A demo that is nobody's any more reaches nobody.
    ownAddresses: row.is_demo ? (row.own_addresses ?? []) : null,
    wishes: wishesOf(ruleFieldsOf(row.rule_fields)),
  }
}

/** The fields that personColumns reads. */
export function ruleFieldsOf(values: readonly (string | null)[]): RuleFields {
  return Object.fromEntries(ruleFieldKeys.map((key, at) => [key, values[at] ?? null]))
}
