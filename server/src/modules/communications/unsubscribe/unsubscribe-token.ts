import { createHmac, timingSafeEqual } from 'node:crypto'

const form = /^([0-9a-z]{1,11})\.([0-9a-f]{32})$/

/** By which the reader of a mail leaves: it names the mail and nothing of the person, and nobody can guess it. */
export function unsubscribeToken(secretKey: Buffer, communicationId: number): string {
  return `${communicationId.toString(36)}.${proofOf(secretKey, communicationId)}`
}

const proofOf = (secretKey: Buffer, communicationId: number) =>
  createHmac('sha256', secretKey).update(`unsubscribe:${communicationId}`).digest('hex').slice(0, 32)

/** Which mail a token is of; null: of none of ours. Some mail programs write an address in capitals. */
export function mailOfToken(secretKey: Buffer, token: string): number | null {
  const [, number = '', proof = ''] = form.exec(token.toLowerCase()) ?? []
  const id = Number.parseInt(number, 36)
  if (proof === '' || !Number.isSafeInteger(id)) return null
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(secretKey, id))) ? id : null
}

/** How the mail begins that a mail program sends for a reader who leaves. */
const leaving = /^\s*unsubscribe[ :]+([0-9a-z]{1,11}\.[0-9a-f]{32})\s*$/i

/** The subject of that mail. */
export const leavingSubject = (token: string) => `unsubscribe ${token}`

/** Which mail of ours the writer of this subject leaves by; null: it says something else. */
export function mailLeftBy(secretKey: Buffer, subject: string): number | null {
  return mailOfToken(secretKey, leaving.exec(subject)?.[1] ?? '')
}
