import { createHmac } from 'node:crypto'

/** What makes the Message-ID of a mail of ours one that nobody can guess: without it, whoever counts could write into any case. */
export function messageToken(secretKey: Buffer, communicationId: number): string {
  return createHmac('sha256', secretKey).update(`message-id:${communicationId}`).digest('hex').slice(0, 10)
}

const tokenOfBounce = (secretKey: Buffer, communicationId: number) =>
  createHmac('sha256', secretKey).update(`bounce:${communicationId}`).digest('hex').slice(0, 10)

/** The envelope sender of one mail, at the place where undelivered mail comes back. In small letters: some mail servers write it so. */
export function bounceAddress(secretKey: Buffer, place: string, communicationId: number): string {
  const at = place.indexOf('@')
  const local = at < 0 ? 'b' : place.slice(0, at)
  return `${local}+${communicationId.toString(16)}.${tokenOfBounce(secretKey, communicationId)}@${place.slice(at + 1)}`
}

const bounced = /\+([0-9a-f]{1,13})\.([0-9a-f]{10})@/

/** Which message of ours an address names to which something came back; null: none, or one that somebody made up. */
export function communicationOfBounce(secretKey: Buffer, address: string): number | null {
  const [, number = '', token = ''] = bounced.exec(address.toLowerCase()) ?? []
  if (number === '') return null
  const id = Number.parseInt(number, 16)
  return tokenOfBounce(secretKey, id) === token ? id : null
}

const ours = /^m\.(\d{1,15})\.([0-9a-f]{10})@/

/** Which message of ours a Message-ID names; null: none, or one that somebody made up. */
export function communicationOf(secretKey: Buffer, messageId: string): number | null {
  // Some mail servers write it in capitals.
  const [, number = '', token = ''] = ours.exec(messageId.toLowerCase()) ?? []
  if (number === '') return null
  return messageToken(secretKey, Number(number)) === token ? Number(number) : null
}
