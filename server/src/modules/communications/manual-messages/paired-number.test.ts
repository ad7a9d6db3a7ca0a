import { randomUUID } from 'node:crypto'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { uploadFor } from '../../../../test/upload-attachment.ts'
import { buildWriter } from '../../../../test/whatsapp-writers.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z', env: { WHATSAPP_WEB: 'on' } })
})
afterAll(() => app.close())

let made = 0
/** Somebody wrote to a number that was paired by a code, and staff answer from it. */
async function openStory(isSimulation: boolean) {
  const batch = await app.build.batch()
  // With the one for demos no real number is used.
  await app.db.updateTable('customers').set({ compliance_profile: 'service' }).where('id', '=', batch.customerId).execute()
  const settings = JSON.stringify({ kind: 'web-pairing', isSimulation, perMinute: 6 })
  const number = { customer_id: batch.customerId, channel: 'whatsapp', kind: 'web-pairing', name: 'Gekoppeld', settings, is_default: true }
  await app.db.insertInto('providers').values(number).execute()
  const rights = [Right.viewCases, Right.sendWhatsApp, Right.viewPersonalData]
  const staff = await app.build.staff({ rights, customers: [batch.customerId] })
  const texts = { nl: { subject: '', text: 'Hierbij de uitleg', choices: { kind: 'none' } } } as never
  await app.build.template({ customerId: batch.customerId, key: 'kaal', kind: 'whatsapp', texts })
  const one = await buildWriter(app, { batch, name: 'Ada', mobile: `+3161234570${++made}`, hoursAgo: 1 })
  const file = await uploadFor(app, staff, one, { name: 'factuur.pdf', content: Buffer.from('%PDF-1.4\n een factuur', 'latin1') })
  const offered = async () =>
    (await app.call(manualMessageApi.texts, { params: { caseID: one.id }, query: { channel: 'whatsapp' } }).as(staff)).body
  const send = (what: { text: string } | { template: string }, attachmentIDs: number[]) => {
    const body = { channel: 'whatsapp' as const, key: randomUUID(), ...what, attachmentIDs }
    return app.call(manualMessageApi.send, { params: { caseID: one.id }, body }).as(staff)
  }
  const queued = async () => (await app.db.selectFrom('communications').select('id').where('case_id', '=', one.id).execute()).length
  return { file, offered, send, queued }
}

test('no file goes from a paired number: known beforehand, refused before anything waits, and words alone leave', async () => {
  const { file, offered, send, queued } = await openStory(false)
  const answer = await offered()
  expect(answer).toMatchObject({ ok: true, reason: null, fileFault: 'attachment.notByPairedNumber' })
  expect(answer.texts.map(({ fileFault }) => fileFault)).toEqual(['attachment.notByPairedNumber'])
  for (const what of [{ text: 'Hierbij de factuur' }, { template: 'kaal' }])
    expect(await send(what, [file])).toMatchObject({ status: 422, body: { error: 'attachment.notByPairedNumber', field: 'attachmentIDs' } })
  expect(await queued()).toBe(0)
  expect((await send({ text: 'De factuur komt per post' }, [])).status).toBe(200)
  expect(await queued()).toBe(1)
})

test('the simulation of a paired number takes a file, as that of Meta does', async () => {
  const { file, offered, send, queued } = await openStory(true)
  const answer = await offered()
  expect([answer.fileFault, ...answer.texts.map(({ fileFault }) => fileFault)]).toEqual([null, null])
  expect((await send({ text: 'Hierbij de factuur' }, [file])).status).toBe(200)
  expect(await queued()).toBe(1)
})
