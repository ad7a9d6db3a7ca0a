import { createHmac, timingSafeEqual } from 'node:crypto'

const form = /^([0-9a-z]{1,11})\.([0-9a-f]{32})$/

/** Names a mail, and of a link its target: nobody can guess it or lead it elsewhere. */
export function trackingToken(secretKey: Buffer, communicationId: number, target: string | null): string {
  return `${communicationId.toString(36)}.${proofOf(secretKey, communicationId, target)}`
}

const proofOf = (secretKey: Buffer, id: number, target: string | null) =>
  createHmac('sha256', secretKey)
    .update(target === null ? `opened:${id}` : `clicked:${id}:${target}`)
    .digest('hex')
    .slice(0, 32)

/** Which mail a token is of, with this target; null: of none of ours. */
export function mailTracked(secretKey: Buffer, token: string, target: string | null): number | null {
  const [, number = '', proof = ''] = form.exec(token.toLowerCase()) ?? []
  const id = Number.parseInt(number, 36)
  if (proof === '' || !Number.isSafeInteger(id)) return null
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(secretKey, id, target))) ? id : null
}
