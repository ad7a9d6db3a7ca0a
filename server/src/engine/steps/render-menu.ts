import type { CallIdentity, CallMenu } from '@regie/contract/call-menu.ts'
import type { SpokenMenu } from '../../gateways/voice/voice-gateway.ts'
import type { KeyedQuestion } from '../../modules/self-service/identity/keyed-answer.ts'

type Asks = { menu?: CallMenu | undefined; identity?: (CallIdentity & KeyedQuestion) | undefined }
export type NoText = { reason: 'templateMissing' | 'textIncomplete' | 'whatsappWindowOver' | 'debtNamedBefore'; missing: string }
type Render = (template: string) => Promise<{ rendered: { text: string } } | NoText>

// A call that asks for digits and then for no key.
const withoutKeys = { keys: [], waitSeconds: 6, wrongMax: 0 }

/** The keys of a call with the texts that they let hear, filled for its person; null: it asks for none. A text that is not there leaves all of it out. */
export async function renderMenu({ menu, identity }: Asks, render: Render): Promise<SpokenMenu | NoText | null> {
  if (!menu && !identity) return null
  const keys: SpokenMenu['keys'][number][] = []
  const { waitSeconds, wrongMax } = menu ?? withoutKeys
  for (const one of menu?.keys ?? []) {
    const { key, name, act } = one
    const heard = one.act === 'hear' ? await render(one.template) : null
    if (heard !== null && 'reason' in heard) return heard
    keys.push({ key, name, act, ...(heard && { text: heard.rendered.text }) })
  }
  if (!identity) return { keys, waitSeconds, wrongMax, identity: null }
  const right = await render(identity.template)
  if ('reason' in right) return right
  const { digits, tries } = identity
  return { keys, waitSeconds, wrongMax, identity: { text: right.rendered.text, digits, tries } }
}
