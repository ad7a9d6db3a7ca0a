import { GatewayUnavailable } from '../gateway-errors.ts'

// A file that says otherwise of itself is none that we asked for.
const secondsMax = 600

type Part = { name: string; from: number; bytes: number }

/** The length of a WAV file, whose sizes are mended: who writes into a pipe does not know them when the head is written. */
export function readWav(given: Buffer): { wav: Buffer; seconds: number } {
  if (given.length < 44 || given.toString('latin1', 0, 4) !== 'RIFF' || given.toString('latin1', 8, 12) !== 'WAVE')
    throw new GatewayUnavailable('What was spoken is no WAV file', { fault: 'answer' })
  const wav = Buffer.from(given)
  const parts = partsOf(wav)
  const format = parts.find(({ name }) => name === 'fmt ')
  const data = parts.find(({ name }) => name === 'data')
  const bytesPerSecond = format && format.bytes >= 16 ? wav.readUInt32LE(format.from + 8) : 0
  if (!data || bytesPerSecond === 0) throw new GatewayUnavailable('What was spoken has no sound', { fault: 'answer' })
  const seconds = data.bytes / bytesPerSecond
  if (seconds > secondsMax) throw new GatewayUnavailable('What was spoken is longer than any text of ours', { fault: 'answer' })
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.writeUInt32LE(data.bytes, data.from - 4)
  return { wav, seconds: Math.round(seconds * 10) / 10 }
}

/** The parts of a file; one that says it is longer ends where the file ends. */
function partsOf(wav: Buffer): Part[] {
  const parts: Part[] = []
  for (let at = 12; at + 8 <= wav.length; ) {
    const bytes = Math.min(wav.readUInt32LE(at + 4), wav.length - at - 8)
    parts.push({ name: wav.toString('latin1', at, at + 4), from: at + 8, bytes })
    at += 8 + bytes + (bytes % 2)
  }
  return parts
}
