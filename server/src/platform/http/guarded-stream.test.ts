import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AppError } from '../app-error.ts'
import { guardedStream } from './guarded-stream.ts'

test('a file that is being taken ends when its right is taken away', async () => {
  let isTaken = false
  async function* lines() {
    for (let line = 0; ; line++) {
      await wait(50)
      yield `line ${line}\n`
    }
  }
  const stream = guardedStream(Readable.from(lines()), () =>
    isTaken ? Promise.reject(new AppError('error.rightMissing')) : Promise.resolve(),
  )
  let read = 0
  const reading = (async () => {
    for await (const _chunk of stream) if (++read === 7) isTaken = true
  })()
  await expect(reading).rejects.toMatchObject({ code: 'error.rightMissing' })
  expect(read).toBeGreaterThanOrEqual(7)
  expect(read).toBeLessThan(20)
})
