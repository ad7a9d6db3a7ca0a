import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CallPart } from './voice-gateway.ts'

/** Which text of which call: what an exchange fetches when it plays it. */
export type SoundOfCall = { customerId: number; id: number; part: CallPart }

// A text is played when somebody picks up, and fetched at that moment.
const validSeconds = 300
const form = /^(\d{1,15})-(\d{1,15})-([A-Za-z0-9]{1,12})-(\d{10,11})-([0-9a-f]{40})$/

const proofOf = (secretKey: Buffer, { customerId, id, part }: SoundOfCall, until: number) =>
  createHmac('sha256', secretKey).update(`call-sound:${customerId}:${id}:${part}:${until}`).digest('hex').slice(0, 40)

/** Where an exchange fetches a text as a WAV file: an address that nobody can guess and that ends after five minutes. */
export function callSoundUrl(secretKey: Buffer, base: string, sound: SoundOfCall, now: Date): string {
  const until = Math.floor(now.getTime() / 1_000) + validSeconds
  const { customerId, id, part } = sound
  return `${base}/call-sounds/${customerId}-${id}-${part}-${until}-${proofOf(secretKey, sound, until)}.wav`
}

/** What such an address names; null: none of ours, or its time is over. */
export function readCallSound(secretKey: Buffer, name: string, now: Date): SoundOfCall | null {
  const [, customerId, id, part, until, proof = ''] = form.exec(name.replace(/\.wav$/, '')) ?? []
  if (proof === '') return null
  const sound = { customerId: Number(customerId), id: Number(id), part: part as CallPart }
  if (!timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(secretKey, sound, Number(until))))) return null
  return Number(until) * 1_000 > now.getTime() ? sound : null
}
