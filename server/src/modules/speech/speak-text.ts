import { createHmac } from 'node:crypto'
import type { Sound } from '@regie/contract/speech.ts'
import { type VoiceName, voiceTable } from '@regie/contract/voices.ts'
import { readWav } from '../../gateways/speech/wav.ts'
import type { Services } from '../../services.ts'
import { findSpeechProvider } from '../providers/provider-queries.ts'
import { findSound, keepSound } from './sounds.ts'
import { spokenText } from './spoken/spoken-text.ts'

type Speaking = Pick<Services, 'db' | 'gateways' | 'clock' | 'config'>
type Speech = { text: string; voice: VoiceName; speed: number }
type MadeSound = { key: string; spoken: string; wav: Buffer; seconds: number }

/** A text as a voice of the customer speaks it, made once and kept for a while. Throws GatewayUnavailable. */
export async function makeSound(
  { db, gateways, clock, config }: Speaking,
  customerId: number,
  { text, voice, speed }: Speech,
): Promise<MadeSound> {
  const gateway = gateways.speechOf(await findSpeechProvider(db, customerId))
  const spoken = spokenText(text, voiceTable[voice].language)
  // Only who knows the words finds the sound: it says what a masked text does not.
  const key = createHmac('sha256', config.secretKey)
    .update(JSON.stringify(['sound', customerId, gateway.name, voice, speed, spoken]))
    .digest('base64url')
  const kept = await findSound(db, { customerId, key }, clock.now())
  if (kept) return { key, spoken, ...kept }
  const made = readWav(await gateway.speak({ text: spoken, voice, speed }))
  await keepSound(db, { customerId, key }, made, clock.now())
  return { key, spoken, ...made }
}

/** The same as a screen gets it. */
export async function speakText(services: Speaking, customerId: number, speech: Speech): Promise<Sound> {
  const { key, spoken, wav, seconds } = await makeSound(services, customerId, speech)
  return { sound: key, voice: speech.voice, spoken, seconds, bytes: wav.length }
}
