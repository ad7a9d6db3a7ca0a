import * as z from 'zod/mini'

/** How a call ended (product.md §5.7), in the words of the field. */
export const lastAnswers = [
  'mens',
  'mens_onzeker',
  'voicemail',
  'niet_opgenomen',
  'bezet',
  'geweigerd',
  'ongeldig',
  'fax',
  'technisch',
] as const
export const LastAnswer = z.enum(lastAnswers)
export type LastAnswer = z.infer<typeof LastAnswer>
