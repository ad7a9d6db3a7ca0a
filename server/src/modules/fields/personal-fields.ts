import type { FieldDefinition } from '@regie/contract/fields.ts'

// The fields of the product itself that tell who somebody is or how to reach them; scripts mark their own with `pii`.
const personalKeys: readonly string[] = [
  'naam',
  'voornaam',
  'voorletters',
  'tussenvoegsel',
  'achternaam',
  'geboortedatum',
  'straat',
  'huisnummer',
]
const personalTypes: readonly FieldDefinition['type'][] = ['phone', 'email', 'iban', 'postcode']

/** Does the field tell of a person, so that its values are for who holds right 109? */
export const isPersonal = ({ key, type, pii, mask }: FieldDefinition): boolean =>
  pii === true || mask === 'all' || mask === 'last4' || personalTypes.includes(type) || personalKeys.includes(key)
