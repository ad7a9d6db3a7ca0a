import { figureApi } from '@regie/contract/figures.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { worksReportApi } from '@regie/contract/works-report.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltScript } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { bookPayment } from '../../cases/money/record-payments.ts'
import { keepVariant } from '../../experiments/keep-variant.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())

const steps: ScriptStep[] = [
  {
    ...{ kind: 'split', key: 'verdelen', name: 'Toon van de sms' },
    settings: {
      variants: [
        { key: 'a', name: 'Zakelijk', percent: 50, next: 'klaar' },
        { key: 'b', name: '=Vriendelijk', percent: 50, next: 'klaar' },
      ],
      plan: { paidPercent: 20, differencePoints: 40 },
    },
  },
  { kind: 'finish', key: 'klaar', settings: { result: 'RET' } },
]
// (1.959964 + 0.841621)² · (0.2 · 0.8 + 0.6 · 0.4) / 0.4² = 19.6: then the smallest number of cases that says something.
const planned = 30

const rights = [Right.reportScripts, Right.viewCases, Right.exportReports]

async function openStory() {
  const script = await app.build.script({ steps })
  return { script, staff: await app.build.staff({ rights, customers: [script.customerId] }) }
}
type Story = Awaited<ReturnType<typeof openStory>>

/** Cases that were divided two months ago, of which the first so many paid all, five days later. */
async function divided(
  { script }: { script: BuiltScript },
  variant: string,
  { cases, paid, contacts = 1 }: { cases: number; paid: number; contacts?: number },
) {
  const batch = await app.build.batch({ script })
  const at = new Date('2026-04-01T09:00:00Z')
  const made = []
  for (let no = 0; no < cases; no++) {
    const one = await app.build.case({ batch, outstanding_cents: 10_000 })
    made.push(one)
    await app.db.transaction().execute(async (tx) => {
      await keepVariant(tx, {
        customerId: script.customerId,
        caseId: one.id,
        stepKey: 'verdelen',
        drawn: variant,
        variants: ['a', 'b'],
        at,
      })
      if (no >= paid) return
      const about = { customerId: script.customerId, caseId: one.id, amountCents: 10_000, currency: 'EUR', paidOn: '2026-04-06' }
      await bookPayment(tx, { ...about, at: new Date('2026-04-06T09:00:00Z'), byUser: 'ada', undoEntryId: null, method: 'bank', note: '' })
    })
  }
  await sql`update case_variants set contacts = ${contacts} where case_id = any(${made.map(({ id }) => id)}::bigint[])`.execute(app.db)
  return made
}

const figures = ({ script, staff }: Story, query: object = {}) =>
  app.call(worksReportApi.figures, { query: { customerID: script.customerId, scriptID: script.id, step: 'verdelen', ...query } }).as(staff)
const behind = ({ script, staff }: Story, query: object) =>
  app
    .call(figureApi.cases, {
      query: { customerID: script.customerId, scriptID: script.id, figure: 'variant', step: 'verdelen', limit: 50, ...query },
    })
    .as(staff)

test('the variants of an experiment, with how sure their differences are and the cases behind each number', async () => {
  const story = await openStory()
  await divided(story, 'a', { cases: 40, paid: 12, contacts: 3 })
  const [complainer] = await divided(story, 'b', { cases: 40, paid: 28, contacts: 2 })
  await app.db
    .insertInto('complaints')
    .values({ customer_id: story.script.customerId, case_id: complainer?.id ?? 0, kind: 'complaint', text: 'Te vaak', by_user: 'ada' })
    .execute()
  const { status, body } = await figures(story)
  expect(status).toBe(200)
  expect(body.experiment).toMatchObject({ name: 'Toon van de sms', live: true, planned })
  const [euros] = body.currencies
  expect(euros).toMatchObject({ currency: 'EUR', isReady: true })
  expect(euros?.variants).toMatchObject([
    {
      name: 'Zakelijk',
      cases: 40,
      followed: 40,
      owedCents: 400_000,
      paidCents: 120_000,
      paying: 12,
      settled: 12,
      contacts: 120,
      medianDaysToPay: 5,
      differences: null,
    },
    { name: '=Vriendelijk', cases: 40, paidCents: 280_000, settled: 28, contacts: 80, complained: 1 },
  ])
  expect(euros?.variants[0]?.estimates.money?.value).toBeCloseTo(0.3, 9)
  const { money, settled, contacts, complaints } = euros?.variants[1]?.differences ?? {}
  // 70% beside 30% of 40: z = 0.4 / √(2 · 0.21 / 39) = 3.85.
  expect(money).toMatchObject({ verdict: 'almostCertain' })
  expect(money?.by).toBeCloseTo(0.4, 9)
  expect(money?.from).toBeCloseTo(0.4 - 1.959964 * Math.sqrt((2 * 0.21) / 39), 6)
  expect(settled?.verdict).toBe('almostCertain')
  expect(contacts).toMatchObject({ verdict: 'almostCertain' })
  expect(contacts?.by).toBeCloseTo(80 / 28 - 120 / 12, 9)
  expect(complaints?.verdict).toBe('tooFew')
  // From each number to its cases.
  expect((await behind(story, { variant: 'a' })).body.total.value).toBe(40)
  expect((await behind(story, { variant: 'b', came: 'settled' })).body.total.value).toBe(28)
  expect((await behind(story, { came: 'paying' })).body.total.value).toBe(40)
  expect((await behind(story, { variant: 'b', came: 'complained' })).body.rows.map(({ caseID }) => caseID)).toEqual([complainer?.id])
  expect((await behind(story, { from: '2026-05-01', until: '2026-05-31' })).body.total.value).toBe(0)
})

test('before the planned size nothing is called a difference, however large it looks', async () => {
  const story = await openStory()
  await divided(story, 'a', { cases: 40, paid: 12 })
  await divided(story, 'b', { cases: 29, paid: 19 })
  const [euros] = (await figures(story)).body.currencies
  expect(euros?.isReady).toBe(false)
  expect(euros?.variants[1]?.differences?.settled?.verdict).toBe('tooEarly')
})

test('what is kept of a case is what happened since it was divided, and a payment that is taken back is gone', async () => {
  const story = await openStory()
  const [one] = await divided(story, 'a', { cases: 1, paid: 1 })
  const caseId = one?.id ?? 0
  const kept = () =>
    app.db.selectFrom('case_variants').select(['paid_cents', 'settled_at']).where('case_id', '=', caseId).executeTakeFirstOrThrow()
  expect(await kept()).toMatchObject({ paid_cents: 10_000, settled_at: new Date('2026-04-06T09:00:00Z') })
  await sql`
    update payments set withdrawn_at = now(), withdrawn_by = 'ada', withdrawn_reason = 'fout'
    where case_id = ${caseId}`.execute(app.db)
  expect(await kept()).toEqual({ paid_cents: 0, settled_at: null })
  await app.db.transaction().execute((tx) =>
    bookPayment(tx, {
      ...{ customerId: story.script.customerId, caseId, amountCents: 5_000, currency: 'EUR', paidOn: '2026-03-01' },
      ...{ at: new Date('2026-04-10T09:00:00Z'), byUser: 'ada', undoEntryId: null, method: 'bank' as const, note: '' },
    }),
  )
  // It came in before the division, though it was booked after it.
  expect((await kept()).paid_cents).toBe(0)
})

test('an experiment that no longer lives stays to be read, and demos count nowhere', async () => {
  const story = await openStory()
  const [one] = await divided(story, 'a', { cases: 2, paid: 0 })
  await sql`update case_variants set is_demo = true where case_id = ${one?.id ?? 0}`.execute(app.db)
  const { id } = await app.db
    .insertInto('script_versions')
    .values({ customer_id: story.script.customerId, script_id: story.script.id, steps: JSON.stringify(steps.slice(1)) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db.updateTable('scripts').set({ live_version_id: id }).where('id', '=', story.script.id).execute()
  const { body } = await app.call(worksReportApi.experiments, { query: { customerID: story.script.customerId } }).as(story.staff)
  expect(body).toMatchObject([{ scriptID: story.script.id, step: 'verdelen', live: false }])
  expect((await figures(story)).body.currencies[0]?.variants.map(({ cases }) => cases)).toEqual([1, 0])
  expect((await behind(story, {})).body.total.value).toBe(1)
})

test('the file has a line for each variant, with what is typed as words and never as a formula', async () => {
  const story = await openStory()
  await divided(story, 'a', { cases: 3, paid: 1 })
  const { status, text } = await app
    .call(worksReportApi.file, {
      query: { customerID: story.script.customerId, scriptID: story.script.id, step: 'verdelen', locale: 'nl' },
    })
    .as(story.staff)
  expect(status).toBe(200)
  const lines = text.split('\r\n')
  expect(lines[0]).toContain('Ontvangen (%)')
  expect(lines[1]).toMatch(/^EUR;Zakelijk;3;3;30;300,00;100,00;33,3;/)
  expect(lines[2]).toMatch(/^EUR;"?'=Vriendelijk"?;0;/)
})

test('who may not, another customer, and what cannot be asked', async () => {
  const story = await openStory()
  const other = await openStory()
  const query = { customerID: story.script.customerId, scriptID: story.script.id, step: 'verdelen' }
  const without = await app.build.staff({ rights: [Right.viewCases], customers: [story.script.customerId] })
  expect((await app.call(worksReportApi.figures, { query }).as(without)).status).toBe(403)
  expect(
    (
      await app
        .call(worksReportApi.file, { query: { ...query, locale: 'nl' } })
        .as(await app.build.staff({ rights: [Right.reportScripts], customers: [story.script.customerId] }))
    ).status,
  ).toBe(403)
  expect((await app.call(worksReportApi.figures, { query }).as(other.staff)).status).toBe(404)
  expect((await app.call(worksReportApi.experiments, { query: { customerID: story.script.customerId } }).as(other.staff)).status).toBe(404)
  // A script of somebody else under one's own customer.
  expect((await figures(other, { scriptID: story.script.id })).status).toBe(404)
  expect((await figures(story, { step: 'weg' })).status).toBe(404)
  expect((await figures(story, { step: '' })).status).toBe(400)
  expect((await figures(story, { from: '2026-06-02', until: '2026-06-01' })).status).toBe(422)
  expect((await figures(story, { from: '2020-01-01', until: '2026-06-01' })).status).toBe(422)
  expect((await behind(story, { variant: 'z' })).status).toBe(400)
})
