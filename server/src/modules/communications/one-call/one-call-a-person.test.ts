import { Right } from '@regie/contract/right-codes.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endStep, type EngineHarness, openEngineHarness } from '../../../../test/engine-harness.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { startCall } from '../manual-calls/start-call.ts'
import { claimMessages } from '../outbox-claim.ts'

let h: EngineHarness
beforeEach(async () => void (h = await openEngineHarness()))
afterEach(() => h.close())

const callStep: ScriptStep = { kind: 'call', key: 'call', next: 'end', settings: { template: 'call', attemptsMax: 1, retryMinutes: 60 } }
const waitForEver: ScriptStep = { kind: 'wait', key: 'wait', next: 'end', settings: { minutes: 99_999 } }

/** A second script of the same customer, with the hours of the first. */
async function copyScript(script: Awaited<ReturnType<EngineHarness['buildScript']>>) {
  const { customerId } = script
  const { rows } = await sql<{ id: number; version: number }>`
    with made as (
      insert into scripts (customer_id, name, max_lines, max_transfers, sms_per_hour)
      select customer_id, 'Ander script', max_lines, max_transfers, sms_per_hour
      from scripts
      where id = ${script.scriptId}
      returning customer_id, id),
    version as (
      insert into script_versions (customer_id, script_id, steps)
      select m.customer_id, m.id, v.steps from made m, script_versions v where v.id = ${script.versionId}
      returning id)
    select made.id, version.id as version from made, version`.execute(h.db)
  const { id: scriptId = 0, version: versionId = 0 } = rows[0] ?? {}
  await sql`update scripts set live_version_id = ${versionId} where id = ${scriptId}`.execute(h.db)
  await sql`insert into script_windows (customer_id, script_id, window_id)
    select customer_id, ${scriptId}, window_id from script_windows where script_id = ${script.scriptId}`.execute(h.db)
  return { ...script, customerId, scriptId, versionId }
}

async function agentOf(customerId: number, username: string): Promise<Caller> {
  const { id: userId } = await h.db.insertInto('users').values({ username, password_hash: 'x' }).returning('id').executeTakeFirstOrThrow()
  return { userId, username, rights: [Right.viewCases, Right.changeCases], stage: 'full', sessionId: null, customerIds: [customerId] }
}

const numberOf = (round: number) => `+3161200${String(round).padStart(4, '0')}`
const callsOf = async (person: string) =>
  (
    await sql`select from communications c
      left join outbox o on o.customer_id = c.customer_id and o.communication_id = c.id
      where c.person = ${person} and c.channel = 'call' and (c.in_air or o.state <> 'queued')`.execute(h.db)
  ).rows.length

test('two engines that claim in the same instant never both call one person', async () => {
  const first = await h.buildScript({ steps: [callStep, endStep] })
  const second = await copyScript(first)
  const other = await h.newEngine()
  for (let round = 0; round < 50; round++) {
    const mobile = numberOf(round)
    await h.buildBatch(first, [{ mobile }])
    await h.buildBatch(second, [{ mobile }])
    await h.turn()
    await Promise.all([claimMessages(h.services, 'call', h.engineId, 10), claimMessages(h.services, 'call', other, 10)])
    await claimMessages(h.services, 'call', other, 10)
    expect(await callsOf(mobile)).toBe(1)
    // Both calls are over.
    await sql`delete from outbox`.execute(h.db)
    await sql`update communications set state = 'cancelled'`.execute(h.db)
  }
})

test('one claim takes one call of a person, and the other when that is over', async () => {
  const script = await h.buildScript({ steps: [callStep, endStep] })
  const mobile = '+31612345678'
  const { caseIds } = await h.buildBatch(script, [{ mobile }, { mobile }, { mobile: '+31698765432' }])
  await h.turn()
  expect((await claimMessages(h.services, 'call', h.engineId, 10)).map(({ caseId }) => caseId)).toEqual([caseIds[0], caseIds[2]])
  expect(await claimMessages(h.services, 'call', h.engineId, 10)).toEqual([])
  await sql`delete from outbox where case_id = ${caseIds[0]}`.execute(h.db)
  expect((await claimMessages(h.services, 'call', h.engineId, 10)).map(({ caseId }) => caseId)).toEqual([caseIds[1]])
})

test('two agents who press in the same instant for two cases of one person call once, and nobody is called who is being called', async () => {
  const script = await h.buildScript({ steps: [waitForEver, endStep] })
  const calling = await copyScript(script)
  await sql`update script_versions set steps = ${JSON.stringify([callStep, endStep])} where id = ${calling.versionId}`.execute(h.db)
  const [one, two] = [await agentOf(script.customerId, 'tess'), await agentOf(script.customerId, 'mees')]
  for (let round = 0; round < 50; round++) {
    const mobile = numberOf(round)
    const { caseIds } = await h.buildBatch(script, [{ mobile }, { mobile }])
    await h.buildBatch({ ...calling, firstStep: 'call' }, [{ mobile }])
    await h.turn()
    const [ours = 0, theirs = 0] = caseIds
    const tries = await Promise.allSettled([
      startCall(h.services, one, ours),
      startCall(h.services, two, theirs),
      claimMessages(h.services, 'call', h.engineId, 10),
    ])
    expect(tries.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
    await claimMessages(h.services, 'call', h.engineId, 10)
    expect(await callsOf(mobile)).toBe(1)
    await expect(startCall(h.services, two, theirs)).rejects.toThrow()
    await sql`delete from outbox`.execute(h.db)
    await sql`update communications set state = 'cancelled'`.execute(h.db)
  }
})
