import { expect, test } from 'vitest'
import { GatewayUnavailable } from '../gateway-errors.ts'
import { readWav } from './wav.ts'

function wavOf(bytesPerSecond: number, bytes: number): Buffer {
  const wav = Buffer.alloc(44 + bytes)
  wav.write('RIFF', 0, 'latin1')
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt32LE(bytesPerSecond, 28)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(bytes, 40)
  return wav
}

test('a file says how long it is; one of more than ten minutes is refused', () => {
  expect(readWav(wavOf(16_000, 24_000)).seconds).toBe(1.5)
  expect(readWav(wavOf(1, 600)).seconds).toBe(600)
  expect(() => readWav(wavOf(1, 602))).toThrow(GatewayUnavailable)
})
