import { createHmac, timingSafeEqual } from 'node:crypto'
import { type SubscriptionKey, subscriptionKeys } from '@regie/contract/contacts.ts'

const form = /^([0-9a-z]{1,11})\.([a-z_]{1,30})\.([0-9a-f]{32})$/

type Wish = { contactId: number; key: SubscriptionKey }

/** By which the reader of a mail ends this one subscription: it names neither the person nor the customer, and nobody can guess it. */
export const stopToken = (secretKey: Buffer, { contactId, key }: Wish): string =>
  `${contactId.toString(36)}.${key}.${proofOf(secretKey, { contactId, key })}`

const proofOf = (secretKey: Buffer, { contactId, key }: Wish) =>
  createHmac('sha256', secretKey).update(`subscription:${contactId}:${key}`).digest('hex').slice(0, 32)

/** Which subscription a token ends; null: none of ours. Some mail programs write an address in capitals. */
export function wishOfToken(secretKey: Buffer, token: string): Wish | null {
  const [, number = '', name = '', proof = ''] = form.exec(token.toLowerCase()) ?? []
  const contactId = Number.parseInt(number, 36)
  const key = subscriptionKeys.find((one) => one === name)
  if (key === undefined || !Number.isSafeInteger(contactId)) return null
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(secretKey, { contactId, key }))) ? { contactId, key } : null
}
