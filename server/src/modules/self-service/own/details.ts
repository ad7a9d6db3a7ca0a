import type { Own } from './find-own.ts'

/** What a debtor may correct of how they are reached. */
const detailKeys = ['telefoon1', 'mobiel', 'email', 'straat', 'huisnummer', 'toevoeging', 'postcode', 'plaats'] as const
export type DetailKey = (typeof detailKeys)[number]

/** Those that the script of the case knows, and lets be changed. */
export const detailsOffered = ({ definitions }: Own): DetailKey[] =>
  detailKeys.filter((key) => definitions.some((field) => field.key === key && field.editable !== false))
