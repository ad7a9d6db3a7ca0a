import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Log } from '../../../platform/log.ts'

/** What a browser says that a passkey answered: not trusted in any part until the library has checked it. */
export type PasskeyAnswer = Record<string, unknown>

/** Loaded when the first passkey comes: it costs a quarter of a second of CPU, and most processes start without ever needing it. */
export const webAuthn = () => import('@simplewebauthn/server')

/** The library checks what it is given; these are only the names by which it takes it. */
export const asAuthentication = (answer: PasskeyAnswer) => answer as unknown as AuthenticationResponseJSON
export const asRegistration = (answer: PasskeyAnswer) => answer as unknown as RegistrationResponseJSON

/** The library throws whatever does not fit, from broken JSON to a wrong signature: each is a no. */
export async function checked<Result>(log: Log, check: () => Promise<Result>): Promise<Result | null> {
  try {
    return await check()
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'a passkey was refused')
    return null
  }
}
