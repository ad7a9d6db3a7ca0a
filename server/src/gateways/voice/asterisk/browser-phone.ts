import type { AsteriskSettings } from '@regie/contract/voice-providers.ts'
import type { BrowserPhone } from '../voice-gateway.ts'
import { type AriClient, refusalOf } from './ari-client.ts'

/** What an account in the exchange is called: one for each member of staff, never the name of a phone of theirs. Two usernames never share one. */
export const browserPhoneOf = ({ app }: Pick<AsteriskSettings, 'app'>, username: string): string =>
  `${app}-web-${username.replaceAll(/[^A-Za-z0-9-]/gu, (sign) => `_${(sign.codePointAt(0) ?? 0).toString(16)}_`)}`

/** Is a browser of theirs connected to the exchange as a telephone? */
export async function isBrowserThere(ari: AriClient, settings: AsteriskSettings, username: string): Promise<boolean> {
  if (settings.webPhoneUrl === '') return false
  const { status, body } = await ari.ask('GET', `/endpoints/PJSIP/${browserPhoneOf(settings, username)}`)
  return status === 200 && typeof body === 'object' && body !== null && 'state' in body && body.state === 'online'
}

// As deploy/asterisk/README.md has them: made in the memory of the exchange (sorcery.conf), gone with its restart.
const fieldsOf = (name: string, password: string) =>
  ({
    auth: { auth_type: 'userpass', username: name, password },
    // A page that is loaded anew takes the place of the one before it.
    aor: { max_contacts: '1', remove_existing: 'yes', qualify_frequency: '15', maximum_expiration: '600' },
    endpoint: {
      ...{ transport: 'transport-wss', context: 'from-agent', auth: name, aors: name, webrtc: 'yes', disallow: 'all', allow: 'opus,alaw' },
      // A browser that is gone without a word sends no sound: its call ends, and the person waits for it to come back.
      ...{ dtmf_mode: 'rfc4733', direct_media: 'no', rtp_timeout: '10', rtp_timeout_hold: '10' },
    },
  }) as const

type Kind = keyof ReturnType<typeof fieldsOf>
const order: readonly Kind[] = ['auth', 'aor', 'endpoint']
const pathOf = (kind: Kind, name: string) => `/asterisk/config/dynamic/res_pjsip/${kind}/${name}`

/** Makes the account by which a browser of this member of staff is a telephone, or gives it a new password. Throws GatewayUnavailable. */
export async function openBrowserPhone(
  ari: AriClient,
  settings: AsteriskSettings,
  username: string,
  password: string,
): Promise<BrowserPhone> {
  const name = browserPhoneOf(settings, username)
  const fields = fieldsOf(name, password)
  for (const kind of order) {
    const list = Object.entries(fields[kind]).map(([attribute, value]) => ({ attribute, value }))
    const { status, words } = await ari.ask('PUT', pathOf(kind, name), {}, { fields: list })
    if (status >= 300) throw refusalOf(status, words)
  }
  return { url: settings.webPhoneUrl, name, password }
}

/** Removes the account: no browser connects by it any more, and no call reaches it. */
export async function closeBrowserPhone(ari: AriClient, settings: AsteriskSettings, username: string): Promise<void> {
  const name = browserPhoneOf(settings, username)
  for (const kind of order.toReversed()) await ari.order('DELETE', pathOf(kind, name))
}
