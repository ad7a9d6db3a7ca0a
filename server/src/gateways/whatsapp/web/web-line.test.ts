import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../../../platform/log.ts'
import type { IncomingWhatsapp } from '../whatsapp-gateway.ts'
import type { PairingSink } from '../whatsapp-pairings.ts'
import { openWebLine } from './web-line.ts'
import { makeTempFolder } from '../../../../test/make-temp-folder.ts'

let dir: string
beforeAll(() => {
  dir = makeTempFolder('line')
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** A line whose program says these reports when it is started, and then stays. */
function open(name: string, says: string, sink: Partial<PairingSink>) {
  const program = path.join(dir, `${name}.mjs`)
  writeFileSync(program, `process.stdin.once('data', () => {\n${says}\n})\nsetInterval(() => {}, 1000)`)
  const pids: number[] = []
  const line = openWebLine({
    sink: {
      ...{ findCredentials: () => Promise.resolve('bewaard'), findKeys: () => Promise.resolve({}), keep: () => Promise.resolve() },
      ...{ forget: () => Promise.resolve(), note: () => Promise.resolve(), delivery: () => Promise.resolve() },
      ...{ incoming: () => Promise.resolve(), ...sink },
    },
    options: { program, nodeFlags: [`--allow-fs-read=${dir}/*`], onStart: (pid) => void pids.push(pid) },
    ...{ log: openLog('silent'), providerId: 1 },
  })
  return { line, pids }
}
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a program that says more than we can keep in mind is ended', async () => {
  const { promise: databaseIsBack, resolve: bringBack } = Promise.withResolvers<void>()
  const receipt = JSON.stringify({ is: 'receipt', ref: 'A', state: 'read', at: 1 })
  const says = `for (let i = 0; i < 6000; i++) console.log(${JSON.stringify(receipt)})`
  const { line, pids } = open('talker', says, { delivery: () => databaseIsBack })
  await expect.poll(() => pids.length, { timeout: 10_000 }).toBe(1)
  await expect.poll(() => isAlive(pids[0] ?? 0), { timeout: 20_000 }).toBe(false)
  bringBack()
  await line.close()
})

test('a notice of WhatsApp itself, which nobody can answer, is no message', async () => {
  const heard: IncomingWhatsapp[] = []
  const message = (ref: string, phone: string) =>
    JSON.stringify({ is: 'message', ref, phone, userId: null, name: '', text: 'Hallo', isOwnWords: true, quotes: null, at: 1 })
  const says = [message('A', '+0'), message('B', '+31612345678')].map((one) => `console.log(${JSON.stringify(one)})`).join('\n')
  const { line } = open('notice', says, {
    incoming: (one) => {
      heard.push(one)
      return Promise.resolve()
    },
  })
  await expect.poll(() => heard.map(({ providerRef }) => providerRef), { timeout: 20_000 }).toEqual(['B'])
  await line.close()
})
