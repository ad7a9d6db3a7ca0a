import { Secret, TOTP } from 'otpauth'

const issuer = 'Regie'
const stepSeconds = 30
/** A code of the step before or after counts too: clocks differ and typing takes time. */
const windowSteps = 1
/** Five minutes; further away than that, the answer is that the clock of the phone is wrong. */
const driftSteps = 10

type AppFactor = { key: string; lastStep: number | null; refusedStep: number | null }
export type AppVerdict = { is: 'right'; step: number } | { is: 'drift'; step: number } | { is: 'wrong' }

/** A new key for an authenticator app: 160 bits in base32. */
export const newAppKey = (): string => new Secret({ size: 20 }).base32

/** What the QR code says: the key, and whose it is. */
export function appUrl(key: string, username: string): string {
  return appOf(key, username).toString()
}

/**
 * Is this the code that the app shows now? Each counts once, and none that is older than the last one taken. A code that lies further away is a hint that the
 * phone's clock is wrong, never a way in; its step is to be refused later (`refusedStep`), or who guesses would learn of a code to come.
 */
export function verifyAppCode({ key, lastStep, refusedStep }: AppFactor, token: string, now: Date): AppVerdict {
  const delta = appOf(key).validate({ token, timestamp: now.getTime(), window: driftSteps })
  if (delta === null) return { is: 'wrong' }
  const step = Math.floor(now.getTime() / 1000 / stepSeconds) + delta
  if (Math.abs(delta) > windowSteps) return { is: 'drift', step }
  return step === refusedStep || (lastStep !== null && step <= lastStep) ? { is: 'wrong' } : { is: 'right', step }
}

function appOf(key: string, label = '') {
  return new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: stepSeconds, secret: Secret.fromBase32(key) })
}
