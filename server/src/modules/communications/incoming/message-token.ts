import { createHmac } from 'node:crypto'

/** What makes the Message-ID of a mail of ours one that nobody can guess: without it, whoever counts could write into any case. */
export function messageToken(secretKey: Buffer, communicationId: number): string {
  return createHmac('sha256', secretKey).update(`message-id:${communicationId}`).digest('hex').slice(0, 10)
}

const ours = /^m\.(\d{1,15})\.([0-9a-f]{10})@/

/** Which message of ours a Message-ID names; null: none, or one that somebody made up. */
export function communicationOf(secretKey: Buffer, messageId: string): number | null {
  // Some mail servers write it in capitals.
  const [, number = '', token = ''] = ours.exec(messageId.toLowerCase()) ?? []
  if (number === '') return null
  return messageToken(secretKey, Number(number)) === token ? Number(number) : null
}
