import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpSink, type SmtpSink } from '../../../../../e2e/peers/smtp-sink.ts'
import { type EngineHarness, openEngineHarness } from '../../../../test/engine-harness.ts'
import { bounceAddress } from '../incoming/message-token.ts'

let own: SmtpSink
let usual: SmtpSink
let h: EngineHarness
beforeAll(async () => {
  own = await openSmtpSink()
  usual = await openSmtpSink()
  h = await openEngineHarness({ env: { ALLOW_PRIVATE_HOSTS: `127.0.0.1:${own.port},127.0.0.1:${usual.port}` } })
})
afterAll(async () => {
  await h.close()
  await own.close()
  await usual.close()
})

const settings = (port: number, sender: string) => ({
  ...{ kind: 'smtp', host: '127.0.0.1', port, encryption: 'none', user: '', sender },
  ...{ dkim: null, perMinute: null, perMinuteByDomain: [] },
})

test('a template with a mail server of its own leaves by that one, with its sender; off, it waits and nobody else sends it', async () => {
  const script = await h.buildScript()
  const { customerId } = script
  const insert = (name: string, its: object, more: object) =>
    h.db
      .insertInto('providers')
      .values({ customer_id: customerId, channel: 'email', kind: 'smtp', name, settings: JSON.stringify(its), ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
  await insert('Gewoon', settings(usual.port, 'gewoon@acme.nl'), { is_default: true })
  const { id: templateId } = await h.db
    .selectFrom('templates')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('key', '=', 'mail')
    .executeTakeFirstOrThrow()
  await h.buildBatch(script, [{ email: 'eerst@klant.nl' }])
  await h.runUntilIdle()
  expect(usual.mails.map(({ to, from }) => [to, from])).toEqual([['eerst@klant.nl', 'gewoon@acme.nl']])

  const { id } = await insert('Alleen deze', settings(own.port, 'brief@acme.nl'), { template_id: templateId })
  await h.buildBatch(script, [{ email: 'daarna@klant.nl' }])
  await h.runUntilIdle()
  expect(own.mails.map(({ to, from }) => [to, from])).toEqual([['daarna@klant.nl', 'brief@acme.nl']])

  await h.db.updateTable('providers').set({ state: 'off', version: 2 }).where('id', '=', id).execute()
  const { caseIds } = await h.buildBatch(script, [{ email: 'wacht@klant.nl' }])
  await h.runUntilIdle()
  expect([usual.total, own.total]).toEqual([1, 1])
  const waiting = await h.db.selectFrom('communications').select(['state', 'provider_id']).where('case_id', 'in', caseIds).execute()
  expect(waiting).toMatchObject([{ state: 'queued', provider_id: id }])
})

test('each mail has an envelope sender of its own where the provider says so; the sender that is seen stays', async () => {
  const script = await h.buildScript()
  await h.db
    .insertInto('providers')
    .values({
      ...{ customer_id: script.customerId, channel: 'email', kind: 'smtp', name: 'Retour', is_default: true },
      settings: JSON.stringify({ ...settings(usual.port, 'gewoon@acme.nl'), bounces: 'retour.acme.nl' }),
    })
    .execute()
  const { caseIds } = await h.buildBatch(script, [{ email: 'een@klant.nl' }, { email: 'twee@klant.nl' }])
  const before = usual.mails.length
  await h.runUntilIdle()
  const sent = await h.db.selectFrom('communications').select(['id', 'recipient']).where('case_id', 'in', caseIds).execute()
  const envelopes = sent.map(({ id, recipient }) => [recipient, bounceAddress(h.services.config.secretKey, 'retour.acme.nl', id)])
  const left = usual.mails.slice(before)
  expect(new Set(left.map(({ to, from }) => `${to} ${from}`))).toEqual(new Set(envelopes.map((one) => one.join(' '))))
  expect(envelopes[0]?.[1]).toMatch(/^b\+[0-9a-f]+\.[0-9a-f]{10}@retour\.acme\.nl$/)
  for (const { text } of left) expect(text).toMatch(/^From: .*<?gewoon@acme\.nl>?\r$/m)
})

test('a mail carries the mark of its template, and another none', async () => {
  const script = await h.buildScript()
  const { customerId } = script
  await h.db
    .insertInto('providers')
    .values({
      ...{ customer_id: customerId, channel: 'email', kind: 'smtp', name: 'Gewoon', is_default: true },
      settings: JSON.stringify(settings(usual.port, 'gewoon@acme.nl')),
    })
    .execute()
  const marks: string[][] = []
  for (const priority of ['normal', 'high', 'low']) {
    await h.db
      .updateTable('template_revisions')
      .set({ options: JSON.stringify({ priority }) })
      .where('customer_id', '=', customerId)
      .execute()
    await h.buildBatch(script, [{ email: `${priority}@klant.nl` }])
    await h.runUntilIdle()
    marks.push(usual.mails.find(({ to }) => to === `${priority}@klant.nl`)?.text.match(/^(?:X-Priority|Importance): \w+/gm) ?? [])
  }
  expect(marks).toEqual([[], ['X-Priority: 1', 'Importance: high'], ['X-Priority: 5', 'Importance: low']])
})
