import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { voiceNames } from '@regie/contract/voices.ts'
import { readWav } from '../wav.ts'
import { openEspeak } from './espeak-speech.ts'
import { makeTempFolder } from '../../../../test/make-temp-folder.ts'

const isHere = spawnSync('espeak-ng', ['--version'], { stdio: 'ignore' }).status === 0
const folder = makeTempFolder('espeak')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program of this name that does what the lines say. */
function program(name: string, lines: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
  return file
}

test.runIf(isHere).each(voiceNames)('%s speaks, and a longer text takes longer', async (voice) => {
  const espeak = openEspeak()
  const [short, long] = await Promise.all(
    ['Hallo', 'Hallo, u spreekt met de klantenservice'].map((text) => espeak.speak({ text, voice, speed: 1 })),
  )
  if (!short || !long) throw new Error('nothing was spoken')
  const [one, other] = [readWav(short), readWav(long)]
  expect(one.seconds).toBeGreaterThan(0.2)
  expect(other.seconds).toBeGreaterThan(one.seconds)
  expect(other.wav.readUInt32LE(4)).toBe(other.wav.length - 8)
})

test.runIf(isHere)('a faster pace takes less time, and two voices sound otherwise', async () => {
  const espeak = openEspeak()
  const text = 'Uw rekening staat nog open.'
  const say = async (voice: 'Fleur' | 'Bram', speed: number) => readWav(await espeak.speak({ text, voice, speed }))
  expect((await say('Fleur', 1.2)).seconds).toBeLessThan((await say('Fleur', 0.8)).seconds)
  expect((await say('Fleur', 1)).wav.equals((await say('Bram', 1)).wav)).toBe(false)
})

test('the words go by the input, and nothing in them is a command', async () => {
  const heard = path.join(folder, 'heard')
  const espeak = openEspeak({ program: program('listens', `printf '%s ' "$@" > ${heard}.args; cat > ${heard}; printf sound`) })
  await espeak.speak({ text: "--help $(touch x); [[h@l'oU]] \u0001+90v", voice: 'Fleur', speed: 1 })
  expect(readFileSync(`${heard}.args`, 'utf8').trim()).toBe('-v nl+f2 -s 150 --stdin --stdout')
  expect(readFileSync(heard, 'utf8')).toBe("--help $(touch x); [h@l'oU]  +90v")
})

test('without the program nothing breaks: it says that it is not there', async () => {
  const espeak = openEspeak({ program: path.join(folder, 'nowhere') })
  expect(await espeak.state()).toBeNull()
  await expect(espeak.speak({ text: 'Hallo', voice: 'Fleur', speed: 1 })).rejects.toMatchObject({
    name: 'GatewayUnavailable',
    fault: 'unreachable',
  })
})

test('a program that fails, or that speaks without an end, is no sound', async () => {
  const text = { text: 'Hallo', voice: 'Fleur', speed: 1 } as const
  const failing = openEspeak({ program: program('fails', 'exit 3') })
  await expect(failing.speak(text)).rejects.toMatchObject({ name: 'GatewayUnavailable', fault: 'answer' })
  const endless = openEspeak({ program: program('endless', 'exec cat /dev/zero') })
  await expect(endless.speak(text)).rejects.toMatchObject({ name: 'GatewayUnavailable', fault: 'answer' })
})

test('two speak at once; who comes when too many wait is told so', async () => {
  const counts = path.join(folder, 'counts')
  // Each waits for the file that lets it go.
  const waits = program('waits', `echo x >> ${counts}; while [ ! -e ${folder}/go ]; do sleep 0.02; done; printf sound`)
  const espeak = openEspeak({ program: waits })
  const asked = Array.from({ length: 22 }, () => espeak.speak({ text: 'Hallo', voice: 'Fleur', speed: 1 }))
  await expect(espeak.speak({ text: 'Hallo', voice: 'Fleur', speed: 1 })).rejects.toMatchObject({ name: 'GatewayBusy' })
  await expect.poll(() => readFileSync(counts, 'utf8').split('\n').length - 1, { timeout: 20_000 }).toBe(2)
  writeFileSync(path.join(folder, 'go'), '')
  expect((await Promise.all(asked)).map(String)).toEqual(Array.from({ length: 22 }, () => 'sound'))
})
