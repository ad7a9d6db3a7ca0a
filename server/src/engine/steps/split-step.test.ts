import type { ScriptStep, Variant } from '@regie/contract/scripts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endStep, type EngineHarness, mailStep, openEngineHarness } from '../../../test/engine-harness.ts'
import { findSimulationSubject } from '../../modules/case-runs/simulation-subject.ts'
import { chooseVariant, lotOf } from '../../modules/experiments/choose-variant.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { takeTurn } from '../engine.ts'
import { planAttempts } from '../time-machine/next-attempts.ts'
import { simulateScript } from '../time-machine/simulate-script.ts'

let h: EngineHarness
beforeAll(async () => {
  h = await openEngineHarness()
})
afterAll(() => h.close())

const variants: Variant[] = [
  { key: 'a', name: 'Mail', percent: 50, next: 'mail' },
  { key: 'b', name: 'Sms', percent: 30, next: 'sms' },
  { key: 'c', name: 'Niets', percent: 20, next: 'end' },
]
const plan = { paidPercent: 20, differencePoints: 5 }
const split: ScriptStep = { kind: 'split', key: 'verdelen', settings: { variants, plan } }
const sms: ScriptStep = { kind: 'send-sms', key: 'sms', next: 'end', settings: { template: 'sms' } }
const steps: ScriptStep[] = [split, mailStep, sms, endStep]

type Work = (tx: Transaction) => Promise<unknown>
const die = () => {
  throw new Error('killed')
}

const variantsOf = async (caseIds: readonly number[]) => {
  const rows = await h.db.selectFrom('case_variants').selectAll().where('case_id', 'in', caseIds).orderBy('case_id').execute()
  return rows.map(({ case_id, variant }) => [case_id, variant])
}
const drawnBy = (caseIds: readonly number[]) => caseIds.map((id) => [id, chooseVariant(lotOf(id), 'verdelen', variants).key])

test('a division comes near its shares, and a case draws the same each time', () => {
  const drawn = Array.from({ length: 20_000 }, (_, id) => chooseVariant(lotOf(id), 'verdelen', variants).key)
  for (const { key, percent } of variants) {
    // Four standard deviations of a share of 20,000.
    expect(Math.abs(drawn.filter((one) => one === key).length / 20_000 - percent / 100)).toBeLessThan(0.0142)
  }
  expect(Array.from({ length: 50 }, (_, id) => chooseVariant(lotOf(id), 'verdelen', variants).key)).toEqual(drawn.slice(0, 50))
})

test('two steps divide independently of each other', () => {
  const halves = variants.slice(0, 2).map((one) => ({ ...one, percent: 50 }))
  const both = Array.from({ length: 10_000 }, (_, id) => [
    chooseVariant(lotOf(id), 'een', halves).key,
    chooseVariant(lotOf(id), 'twee', halves).key,
  ])
  expect(Math.abs(both.filter(([one, two]) => one === 'a' && two === 'a').length / 10_000 - 0.25)).toBeLessThan(0.018)
})

test('an engine saves which variant each case got, what was open then, and says so in its timeline', async () => {
  const { caseIds } = await h.buildBatch(await h.buildScript({ steps }), 40)
  await h.runUntilIdle()
  expect(await variantsOf(caseIds)).toEqual(drawnBy(caseIds))
  for (const id of caseIds) {
    const expected = chooseVariant(lotOf(id), 'verdelen', variants)
    const events = await h.events(id)
    expect(events[0]).toBe('divided')
    expect(events.includes('emailSent')).toBe(expected.key === 'a')
    expect(events.includes('smsSent')).toBe(expected.key === 'b')
  }
  const { rows } = await sql<{ contacts: number; recounted: number }>`
    select v.contacts, r.contacts as recounted
    from case_variants v
    join case_variants_recounted r using (customer_id, case_id, step_key)
    where v.case_id = any(${caseIds}::bigint[])`.execute(h.db)
  expect(rows.map(({ contacts }) => contacts)).toEqual(rows.map(({ recounted }) => recounted))
  expect(rows.reduce((sum, { contacts }) => sum + contacts, 0)).toBe(drawnBy(caseIds).filter(([, key]) => key !== 'c').length)
})

test('an engine that is killed while it divides leaves nothing behind, and the next one divides the same', async () => {
  const { caseIds } = await h.buildBatch(await h.buildScript({ steps }), 5)
  const dead = await h.newEngine()
  const dying = new Proxy(h.db, {
    get: (db, name) => {
      if (name === 'transaction') return () => ({ execute: (work: Work) => db.transaction().execute((tx) => work(tx).then(die)) })
      const value: unknown = Reflect.get(db, name, db)
      return typeof value === 'function' ? value.bind(db) : value
    },
  })
  await expect(takeTurn({ ...h.services, db: dying }, dead, new Map())).rejects.toThrow('killed')
  expect(await variantsOf(caseIds)).toEqual([])
  await h.killEngine(dead)
  await h.recover()
  await h.runUntilIdle()
  expect(await variantsOf(caseIds)).toEqual(drawnBy(caseIds))
  for (const id of caseIds) expect((await h.events(id)).filter((event) => event === 'divided')).toHaveLength(1)
})

test('a case that comes by again keeps its variant, whatever the shares are by then; one whose variant is gone draws anew', async () => {
  const wait: ScriptStep = { kind: 'wait', key: 'wacht', next: 'verdelen', settings: { minutes: 60 } }
  const round = variants.map((one) => ({ ...one, next: 'wacht' }))
  const script = await h.buildScript({ steps: [{ ...split, settings: { variants: round, plan } }, wait, mailStep, endStep] })
  const { caseIds } = await h.buildBatch(script, 12)
  await h.runUntilIdle()
  const before = await variantsOf(caseIds)
  // As a case that was reopened, and begins anew on another version.
  const put = async (changed: Variant[]) => {
    const values = {
      ...{ customer_id: script.customerId, script_id: script.scriptId },
      steps: JSON.stringify([{ ...split, settings: { variants: changed, plan } }, wait, mailStep, endStep]),
    }
    const { id } = await h.db.insertInto('script_versions').values(values).returning('id').executeTakeFirstOrThrow()
    await h.db.updateTable('case_runs').set({ script_version_id: id }).where('case_id', 'in', caseIds).execute()
  }
  await put(round.map((one) => ({ ...one, percent: one.key === 'c' ? 98 : 1 })))
  await h.runUntil(new Date(h.clock.now().getTime() + 61 * 60_000))
  expect(await variantsOf(caseIds)).toEqual(before)
  expect((await h.events(caseIds[0] ?? 0)).filter((event) => event === 'divided')).toHaveLength(2)
  await put([
    { key: 'd', name: 'Nieuw', percent: 50, next: 'end' },
    { key: 'e', name: 'Ook nieuw', percent: 50, next: 'end' },
  ])
  await h.runUntil(new Date(h.clock.now().getTime() + 61 * 60_000))
  expect((await variantsOf(caseIds)).every(([, key]) => key === 'd' || key === 'e')).toBe(true)
})

test('the time machine divides as the engine does, also a case on its way, and keeps nothing', async () => {
  const late: ScriptStep[] = [{ kind: 'wait', key: 'wacht', next: 'verdelen', settings: { minutes: 60 } }, ...steps]
  const script = await h.buildScript({ steps: late })
  const { caseIds, customerId, scriptId, versionId } = await h.buildBatch(script, 6)
  await h.turn()
  for (const caseId of caseIds) {
    const subject = await findSimulationSubject(h.db, customerId, caseId)
    const order = { customerId, scriptId, versionId, steps: late, subject, from: h.clock.now(), days: 2 }
    const { moments } = await simulateScript(h.services, { ...order, answers: { calls: ['mens'], paysOnDay: null } })
    const variant = chooseVariant(lotOf(caseId), 'verdelen', variants)
    expect(moments.find(({ event }) => event === 'divided')).toMatchObject({
      step: 'verdelen',
      params: { variant: variant.key, name: variant.name },
    })
    const { attempts } = await planAttempts(h.services, customerId, caseId)
    expect(attempts.map(({ step }) => step)).toEqual(variant.key === 'c' ? [] : [variant.next])
  }
  expect(await variantsOf(caseIds)).toEqual([])
})
