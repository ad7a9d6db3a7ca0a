import type { PhoneKey } from '@regie/contract/call-menu.ts'
import type { HeardText } from '@regie/contract/cases.ts'
import { type CallPart, partOfKey, type SpokenMenu } from '../../../gateways/voice/voice-gateway.ts'

type Call = { text: string; voicemailText: string | null; menu: SpokenMenu | null }
type TextOfCall = { part: CallPart; kind: HeardText['part']; after: { key: PhoneKey; name: string } | null; text: string }

/** All that a call lets hear, in the order in which it may be heard; what has no words is left out. */
export function textsOfCall({ text, voicemailText, menu }: Call): TextOfCall[] {
  const { identity, keys = [] } = menu ?? {}
  const texts: TextOfCall[] = [
    { part: 'answer', kind: 'answer', after: null, text },
    ...(identity ? [{ part: 'identified', kind: 'identified', after: null, text: identity.text } as const] : []),
    ...keys.map(({ key, name, text: heard = '' }) => ({ part: partOfKey(key), kind: 'key' as const, after: { key, name }, text: heard })),
    { part: 'voicemail', kind: 'voicemail', after: null, text: voicemailText ?? '' },
  ]
  return texts.filter((one) => one.text.trim() !== '')
}
