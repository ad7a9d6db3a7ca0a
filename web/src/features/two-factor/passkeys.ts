import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { twoFactorApi } from '@regie/contract/two-factor.ts'
import { callApi } from '../../api/call-api.ts'
import { giveCode } from './two-factor-data.ts'

/** The user closed the browser's question, or no passkey fitted. */
export class PasskeyCancelled extends Error {}

// Few people use a passkey; the library comes when one does.
const library = () => import('@simplewebauthn/browser')

/** Lets a passkey answer for the code that signing in asks. */
export async function answerByPasskey() {
  const options = await callApi(twoFactorApi.askPasskey, {})
  const { startAuthentication } = await library()
  const passkey = await asked(startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }))
  return giveCode({ passkey: { ...passkey } })
}

/** Makes a passkey and adds it; the recovery codes when it is the first factor. */
export async function makePasskey(name: string, password: string | undefined) {
  const options = await callApi(twoFactorApi.startPasskey, { body: password === undefined ? {} : { password } })
  const { startRegistration } = await library()
  const passkey = await asked(startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }))
  return callApi(twoFactorApi.addPasskey, { body: { name, passkey: { ...passkey } } })
}

async function asked<Answer>(question: Promise<Answer>): Promise<Answer> {
  return question.catch((cause: unknown) => {
    throw new PasskeyCancelled('The browser made no passkey answer', { cause })
  })
}
