/** The microphone and headset that were checked in this browser; empty: the usual ones of the machine. */
export type Devices = { mic: string; speaker: string }

const key = 'regie-phone-devices'

/** Null: nothing was checked here yet. */
export function readDevices(): Devices | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const { mic, speaker } = kept as Record<string, unknown>
    return { mic: typeof mic === 'string' ? mic : '', speaker: typeof speaker === 'string' ? speaker : '' }
  } catch {
    return null
  }
}

export const keepDevices = (devices: Devices) => localStorage.setItem(key, JSON.stringify(devices))

/** Why there is no microphone, as a word of ours. */
export function micFault(error: unknown): 'refused' | 'none' | 'inUse' | 'failed' {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none'
  return name === 'NotReadableError' || name === 'AbortError' ? 'inUse' : 'failed'
}

/** How loud a moment of sound is, from 0 to 1. */
export function loudness(samples: Uint8Array): number {
  const sum = samples.reduce((total, sample) => total + ((sample - 128) / 128) ** 2, 0)
  return samples.length === 0 ? 0 : Math.min(1, Math.sqrt(sum / samples.length) * 3)
}

/** Half a second of a tone at the chosen headset. */
export async function playTone(speaker: string): Promise<void> {
  const context = new AudioContext()
  const [tone, volume, out] = [context.createOscillator(), context.createGain(), context.createMediaStreamDestination()]
  volume.gain.value = 0.2
  tone.connect(volume).connect(out)
  const audio = new Audio()
  audio.srcObject = out.stream
  if (speaker !== '' && 'setSinkId' in audio) await audio.setSinkId(speaker).catch(() => undefined)
  await audio.play()
  tone.start()
  await new Promise((resolve) => setTimeout(resolve, 500))
  tone.stop()
  await context.close()
}
