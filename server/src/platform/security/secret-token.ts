import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret that cannot be guessed, safe in URLs and cookies: 128 bits in 22 characters unless asked otherwise. */
export function newToken(bytes = 16): string {
  return randomBytes(bytes).toString('base64url')
}

/** What is kept of a token: who reads the database holds nothing to sign in with. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Compares secrets in a time that discloses neither where they differ nor their length. */
export function isSameSecret(one: string | Buffer, other: string | Buffer): boolean {
  return timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest())
}
