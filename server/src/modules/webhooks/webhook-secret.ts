import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { decrypt, encrypt } from '../../platform/security/encryption.ts'

type Place = { customerId: number; id: number }

/** A secret as Standard Webhooks writes it: 32 random bytes. */
export const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export const sealSecret = (secretKey: Buffer, place: Place, secret: string): Buffer => encrypt(secretKey, secret, purposeOf(place))

export const openSecret = (secretKey: Buffer, place: Place, sealed: Buffer): string => decrypt(secretKey, sealed, purposeOf(place))

const purposeOf = ({ customerId, id }: Place) => `outgoing webhook ${customerId}/${id}`

/** The headers of Standard Webhooks: a signature by each secret, of the id, the moment of this try (which a receiver checks for age) and the body. */
export function signedHeaders(
  secrets: readonly string[],
  { key, body, at }: { key: string; body: string; at: Date },
): Record<string, string> {
  const id = `msg_${key}`
  return {
    'content-type': 'application/json',
    'user-agent': 'Regie-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}
