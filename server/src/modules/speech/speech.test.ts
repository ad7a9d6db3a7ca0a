import { spawnSync } from 'node:child_process'
import { Right } from '@regie/contract/right-codes.ts'
import { speechApi } from '@regie/contract/speech.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { keepSound, sweepSounds } from './sounds.ts'

const isHere = spawnSync('espeak-ng', ['--version'], { stdio: 'ignore' }).status === 0

let app: TestApp
let customerID: number
let staff: Staff
beforeAll(async () => {
  app = await openTestApp()
  customerID = (await app.build.customer()).id
  staff = await app.build.staff({ rights: [Right.textToSpeech], customers: [customerID] })
})
afterAll(() => app.close())

const speak = (text: string) => app.call(speechApi.speak, { body: { customerID, text, voice: 'Fleur' } }).as(staff)

test.runIf(isHere)('a text is spoken, says its words and its length, and is made once', async () => {
  const first = await speak('U betaalt € 12,50.')
  expect(first.body).toMatchObject({ voice: 'Fleur', spoken: 'U betaalt 12 euro en 50 cent.' })
  expect((await speak('U betaalt € 12,50.')).body).toEqual(first.body)
  const { sound, bytes } = first.body
  const file = await app.call(speechApi.sound, { query: { customerID, sound } }).as(staff)
  expect([file.status, file.headers['content-length']]).toEqual([200, String(bytes)])
  const kept = await app.db.selectFrom('sounds').select(['bytes']).where('customer_id', '=', customerID).execute()
  expect(kept).toEqual([{ bytes }])
})

test('a text without words is refused', async () => {
  expect(await speak('   ')).toMatchObject({ status: 422 })
})

test('sounds that were not heard for longest make room, and go after a week', async () => {
  const { id: customerId } = await app.build.customer()
  const megabytes = (count: number) => ({ wav: Buffer.alloc(count * 1024 * 1024), seconds: 1 })
  const at = (day: number) => new Date(Date.UTC(2026, 5, day))
  await keepSound(app.db, { customerId, key: 'a'.repeat(43) }, megabytes(30), at(1))
  await keepSound(app.db, { customerId, key: 'b'.repeat(43) }, megabytes(30), at(2))
  await keepSound(app.db, { customerId, key: 'c'.repeat(43) }, megabytes(10), at(3))
  const left = async () =>
    (await app.db.selectFrom('sounds').select('key').where('customer_id', '=', customerId).orderBy('key').execute()).map(
      ({ key }) => key[0],
    )
  expect(await left()).toEqual(['b', 'c'])
  await sweepSounds(app.db, new Date(at(9).getTime() + 1000))
  expect(await left()).toEqual(['c'])
})
