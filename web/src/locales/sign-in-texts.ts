import type { Messages } from './load-locale.ts'
import { changePassword, errors, forgot, login, otp, twoFactor, ui } from './nl.json'

/**
 * What the sign-in screens say in Dutch: it comes with their code, and is what is shown when another language cannot be loaded. Everything else
 * of nl.json is a third of what signing in may weigh, and is fetched with the app. A test reads the screens' code for other texts.
 */
export const signInTexts = { ui, errors, login, forgot, changePassword, otp, twoFactor } as unknown as Messages
