import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineHarness, endStep, openEngineHarness } from '../../../../test/engine-harness.ts'

const steps = [{ kind: 'send-sms', key: 'sms', next: 'end', settings: { template: 'sms' } } as const, endStep]

let h: EngineHarness
beforeAll(async () => (h = await openEngineHarness()))
afterAll(() => h.close())

test('an SMS of which the names of a case make two parts is sent only where its template allows that', async () => {
  const sent: (string | null)[][] = []
  for (const longSms of [true, false]) {
    const script = await h.buildScript({ steps })
    const texts = { nl: { subject: '', text: `Beste {{naam}}, ${'uw rekening staat open. '.repeat(5)}` } }
    await sql`
      update template_revisions
      set options = ${JSON.stringify({ longSms })}::jsonb, texts = ${JSON.stringify(texts)}::jsonb
      where customer_id = ${script.customerId}`.execute(h.db)
    await h.buildBatch(script, [
      { mobile: '+31612340001', name: 'Jan' },
      { mobile: '+31612340002', name: 'Wilhelmina van der Velden-Oosterhuis' },
    ])
    await h.runUntilIdle()
    const rows = await h.db
      .selectFrom('communications')
      .select(['state', 'reason'])
      .where('customer_id', '=', script.customerId)
      .orderBy('id')
      .execute()
    sent.push(rows.map(({ state, reason }) => `${state} ${reason ?? ''}`.trim()))
  }
  expect(sent).toEqual([
    ['sent', 'sent'],
    ['sent', 'cancelled smsOnlyOne'],
  ])
})
