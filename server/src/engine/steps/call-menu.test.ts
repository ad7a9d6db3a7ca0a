import type { CallIdentity, CallMenu } from '@regie/contract/call-menu.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineHarness, endStep, openEngineHarness } from '../../../test/engine-harness.ts'
import { insertTemplate } from '../../../test/insert-template.ts'
import { findSimulationSubject } from '../../modules/case-runs/simulation-subject.ts'
import { recordDelivery } from '../../modules/communications/record-delivery.ts'
import { mayAnswer } from '../../modules/self-service/identity/count-answer.ts'
import { identifyCaller } from '../../modules/self-service/identity/identify-caller.ts'
import { wayTaken } from '../../modules/demos/way-taken.ts'
import { simulateScript } from '../time-machine/simulate-script.ts'

let h: EngineHarness
beforeAll(async () => {
  h = await openEngineHarness()
})
afterAll(() => h.close())

const menu: CallMenu = {
  keys: [
    { key: '1', name: 'Betaallink per sms', act: 'goTo', next: 'sms' },
    { key: '2', name: 'Collega', act: 'agent' },
    { key: '3', name: 'Hoe betalen', act: 'hear', template: 'uitleg' },
    { key: '9', name: 'Dat ben ik niet', act: 'wrongPerson', next: 'ander' },
  ],
  ...{ waitSeconds: 6, wrongMax: 2, none: 'stil' },
}
const identity: CallIdentity = { template: 'schuld', tries: 2, failed: 'onbekend' }
const finish = (key: string, result: string): ScriptStep => ({ kind: 'finish', key, settings: { result } })
const stepsWith = (more: { menu?: CallMenu; identity?: CallIdentity }): ScriptStep[] => [
  { kind: 'call', key: 'bel', next: 'end', settings: { template: 'call', attemptsMax: 1, retryMinutes: 1, ...more } },
  { kind: 'send-sms', key: 'sms', next: 'end', settings: { template: 'sms' } },
  ...[endStep, finish('stil', 'MAX'), finish('ander', 'BSL'), finish('onbekend', 'DUB')],
]

async function openStory(steps: ScriptStep[], fields: Record<string, string> = {}, count = 1) {
  const script = await h.buildScript({ steps, maxLines: 50 })
  for (const [key, text] of Object.entries({ uitleg: 'U betaalt met iDEAL.', schuld: 'U heeft {{bedrag}} open staan.' }))
    await insertTemplate(h.db, { customerId: script.customerId, key, kind: 'call', texts: { nl: { subject: '', text } } })
  const batch = await h.buildBatch(script, count)
  await sql`update cases set fields = ${JSON.stringify(fields)} where batch_id = ${batch.batchId}`.execute(h.db)
  return { ...script, ...batch, caseId: batch.caseIds[0] ?? 0 }
}
/** A call that is on, of which nothing is planned: what comes of it the test says. */
async function callOn(steps: ScriptStep[], fields = {}) {
  const story = await openStory(steps, fields)
  await h.runUntilIdle()
  await sql`delete from simulated_events`.execute(h.db)
  const call = await callOf(story.caseId)
  const say = (state: 'chose' | 'answered' | 'live' | 'failed', more: object = {}) =>
    h.db.transaction().execute((tx) =>
      recordDelivery(tx, call.provider, {
        ...{ eventKey: JSON.stringify([call.id, state, more]), providerRef: call.provider_ref ?? '', state, at: h.clock.now() },
        ...more,
      }),
    )
  const hangUp = () => say('answered', { answer: 'mens' })
  return { ...story, call, say, hangUp }
}
const callOf = (caseId: number) =>
  h.db.selectFrom('communications').selectAll().where('case_id', '=', caseId).where('channel', '=', 'call').executeTakeFirstOrThrow()
const choices = async (caseId: number) => {
  const lines = await h.db.selectFrom('timeline').select(['event', 'params']).where('case_id', '=', caseId).orderBy('id').execute()
  return lines.flatMap(({ event, params }) => (event === 'callChose' ? [params] : []))
}
test('a key leads its case on, once, in words; what comes twice, after it or when the call is over changes nothing', async () => {
  const { caseId, say, hangUp } = await callOn(stepsWith({ menu }))
  await say('chose', { choice: '3' })
  await say('chose', { choice: '1' })
  await say('chose', { choice: '1' })
  await say('chose', { choice: '9' })
  await say('chose', { choice: '7' })
  await hangUp()
  await say('chose', { choice: 'none' })
  await h.runUntil(new Date(h.clock.now().getTime() + 600_000))
  expect(await choices(caseId)).toEqual([
    { key: '3', choice: 'Hoe betalen' },
    { key: '1', choice: 'Betaallink per sms' },
  ])
  expect((await h.events(caseId)).includes('smsSent')).toBe(true)
  expect(await callOf(caseId)).toMatchObject({ chosen: '1', delivery: 'answered' })
  expect(await h.caseOf(caseId)).toMatchObject({ status: 'closed', last_result: 'RET', last_answer: 'mens' })
})

test('nothing chosen, an agent, and whoever hangs up before go their own ways', async () => {
  for (const [choice, result] of [
    ['none', 'MAX'],
    ['2', 'RET'],
    [null, 'RET'],
  ] as const) {
    const { caseId, say, hangUp } = await callOn(stepsWith({ menu }))
    if (choice !== null) await say('chose', { choice })
    await hangUp()
    await h.runUntilIdle()
    expect([choice, await h.caseOf(caseId)]).toMatchObject([choice, { status: 'closed', last_result: result }])
  }
})

test('whoever says that they are somebody else is not called about this debt again', async () => {
  const { caseId, customerId, call, say, hangUp } = await callOn(stepsWith({ menu }))
  await sql`update communications set simulated = false where case_id = ${caseId}`.execute(h.db)
  await say('chose', { choice: '9' })
  await hangUp()
  expect(await h.caseOf(caseId)).toMatchObject({ last_result: 'VERK', last_answer: 'mens' })
  const listed = await h.db.selectFrom('blacklist').select(['kind', 'value', 'reason']).where('customer_id', '=', customerId).execute()
  expect(listed).toEqual([{ kind: 'phone', value: call.recipient, reason: 'otherPerson' }])
  await h.runUntilIdle()
  expect(await h.caseOf(caseId)).toMatchObject({ status: 'closed', last_result: 'BSL' })
})

test('a simulated answer of somebody else ends the call, and says nothing of the number', async () => {
  const { caseId, customerId, say, hangUp } = await callOn(stepsWith({ menu }))
  await say('chose', { choice: '9' })
  await hangUp()
  expect(await h.caseOf(caseId)).toMatchObject({ last_result: 'VERK' })
  expect(await h.db.selectFrom('blacklist').select('id').where('customer_id', '=', customerId).execute()).toEqual([])
})

test('a call of which nobody saw the end after something was chosen is not made again: its case goes the way that was chosen', async () => {
  const twice = stepsWith({ menu }).map((step) =>
    step.kind === 'call' ? { ...step, settings: { ...step.settings, attemptsMax: 2 } } : step,
  )
  for (const [choice, result] of [
    ['none', 'MAX'],
    ['9', 'BSL'],
  ] as const) {
    const { caseId, say } = await callOn(twice)
    await say('chose', { choice })
    await say('failed', { answer: 'technisch', reason: 'providerGone' })
    await h.runUntil(new Date(h.clock.now().getTime() + 600_000))
    expect([choice, await h.caseOf(caseId)]).toMatchObject([choice, { status: 'closed', last_result: result }])
    expect((await h.events(caseId)).filter((event) => event === 'callStarted')).toHaveLength(1)
  }
})

test('an engine that dies between the choice and the end: the next one goes on with what was chosen', async () => {
  const { caseId, say, hangUp } = await callOn(stepsWith({ menu }))
  await say('chose', { choice: 'none' })
  await h.killEngine(h.engineId)
  await h.recover()
  await sql`update engines set lease_until = now() + interval '1 hour' where id = ${h.engineId}`.execute(h.db)
  await hangUp()
  await h.runUntilIdle()
  expect(await h.caseOf(caseId)).toMatchObject({ status: 'closed', last_result: 'MAX' })
  expect(await choices(caseId)).toEqual([{ key: 'none', choice: '' }])
})

test('the debt stands in a text of its own, digits are asked for, and none of them is written down', async () => {
  const fields = { geboortedatum: '1980-01-03' }
  const { caseId, customerId, call, say, hangUp } = await callOn(stepsWith({ menu, identity }), fields)
  const written = await h.db
    .selectFrom('communication_contents')
    .select(['text', 'menu'])
    .where('communication_id', '=', call.id)
    .executeTakeFirstOrThrow()
  expect(written.text).toMatch(/Toets uw geboortedatum in acht cijfers: dag, maand en jaar\.$/)
  expect(written.text).not.toContain('12,50')
  expect(written.menu).toMatchObject({ identity: { digits: 8, tries: 2, text: expect.stringContaining('12,50') as string } })
  const answer = (digits: string) => identifyCaller(h.services, { customerId, id: call.id, digits })
  expect([await answer('04011980'), await answer('03011980')]).toEqual(['wrong', 'right'])
  const guesses = []
  for (let guess = 0; guess < 6; guess++) guesses.push(await answer('01011970'))
  expect(guesses).toEqual([...Array<string>(5).fill('wrong'), 'closed'])
  // Whoever guessed too often is not let in by the right answer either.
  expect(await answer('03011980')).toBe('closed')
  await say('chose', { choice: 'unidentified' })
  await hangUp()
  await h.runUntilIdle()
  expect(await h.caseOf(caseId)).toMatchObject({ status: 'closed', last_result: 'DUB' })
  const { rows } = await sql<{ all: string }>`
    select string_agg(t.params::text, ' ') as all from timeline t where t.case_id = ${caseId}`.execute(h.db)
  expect(rows[0]?.all).not.toContain('1980')
})

test('who hangs up before showing who they are goes the way of those who do not; who showed it and hangs up then goes on', async () => {
  for (const [choice, result] of [
    [null, 'DUB'],
    ['identified', 'RET'],
  ] as const) {
    const { caseId, say, hangUp } = await callOn(stepsWith({ menu, identity }), { geboortedatum: '1980-01-03' })
    if (choice !== null) await say('chose', { choice })
    await hangUp()
    await h.runUntilIdle()
    expect([choice, await h.caseOf(caseId)]).toMatchObject([choice, { status: 'closed', last_result: result }])
    expect(await choices(caseId)).toEqual([{ key: choice ?? 'unidentified', choice: '' }])
  }
})

test('news of who somebody is that comes twice, late, or of a call that asks nobody changes nothing', async () => {
  for (const [news, chosen, result] of [
    [['identified', 'identified', 'unidentified'], 'identified', 'RET'],
    [['unidentified', 'identified', '1'], 'unidentified', 'DUB'],
    [['identified', 'none', 'unidentified'], 'none', 'MAX'],
  ] as const) {
    const { caseId, say, hangUp } = await callOn(stepsWith({ menu, identity }), { geboortedatum: '1980-01-03' })
    for (const [at, choice] of news.entries()) await say('chose', { choice, eventKey: `${caseId} ${at}` })
    await hangUp()
    await hangUp()
    await say('chose', { choice: '1' })
    await h.runUntilIdle()
    expect([news, await callOf(caseId)]).toMatchObject([news, { chosen, delivery: 'answered' }])
    expect([news, await h.caseOf(caseId)]).toMatchObject([news, { status: 'closed', last_result: result }])
    expect((await h.events(caseId)).filter((event) => event === 'closed')).toHaveLength(1)
  }
  for (const choice of ['unidentified', 'identified']) {
    const { caseId, say, hangUp } = await callOn(stepsWith({ menu }))
    await say('chose', { choice })
    await hangUp()
    await h.runUntilIdle()
    expect(await choices(caseId)).toEqual([])
    expect(await callOf(caseId)).toMatchObject({ chosen: null })
    expect(await h.caseOf(caseId)).toMatchObject({ status: 'closed', last_result: 'RET' })
  }
})

test('who is put through to an agent before showing who they are, or was not reached, did not hang up at that question', async () => {
  for (const [state, more] of [
    ['transferred', {}],
    ['voicemail', { answer: 'voicemail' }],
    ['unanswered', { answer: 'niet_opgenomen' }],
  ] as const) {
    const { caseId, say } = await callOn(stepsWith({ menu, identity }), { geboortedatum: '1980-01-03' })
    await say(state as never, more)
    await h.runUntilIdle()
    expect([state, await choices(caseId)]).toEqual([state, []])
    expect([state, await callOf(caseId)]).toMatchObject([state, { chosen: null, delivery: state }])
  }
})

test('a text that names the debt since the script went live is not said to whoever picks up', async () => {
  const story = await openStory(stepsWith({ menu, identity }), { geboortedatum: '1980-01-03' })
  await sql`
    update template_revisions r
    set texts = '{"nl": {"subject": "", "text": "Er staat {{bedrag}} open."}}'
    from templates t
    where t.customer_id = ${story.customerId} and t.key = 'call' and r.id = t.live_revision_id`.execute(h.db)
  await h.runUntilIdle()
  const { rows } = await sql`select from communications where case_id = ${story.caseId}`.execute(h.db)
  expect(rows).toEqual([])
  const lines = await h.db.selectFrom('timeline').select('params').where('case_id', '=', story.caseId).where('event', '=', 'held').execute()
  expect(lines).toEqual([{ params: { reason: 'debtNamedBefore', missing: 'bedrag' } }])
  expect(await h.caseOf(story.caseId)).toMatchObject({ status: 'open', attempts: 0 })
})

test('whoever guessed too often on the payment page is not called while no answer of theirs counts', async () => {
  const story = await openStory(stepsWith({ identity }), { geboortedatum: '1980-01-03' })
  const ref = { customerId: story.customerId, caseId: story.caseId }
  for (let guess = 0; guess < 5; guess++) expect(await mayAnswer(h.services, ref)).toBe(true)
  const from = h.clock.now().getTime()
  const callsAt = async (minutes: number) => {
    await h.runUntil(new Date(from + minutes * 60_000))
    return h.db.selectFrom('communications').select('id').where('case_id', '=', story.caseId).execute()
  }
  expect(await callsAt(59)).toEqual([])
  expect(await callsAt(61)).toHaveLength(1)
})

test('a case with nothing to ask for is not called', async () => {
  const { caseId } = await openStory(stepsWith({ identity }))
  await h.runUntilIdle()
  expect(await h.events(caseId)).toContain('callUnasked')
  expect(await h.caseOf(caseId)).toMatchObject({ status: 'closed', last_result: 'DUB', attempts: 0 })
})

test('virtual debtors press keys, the same ones each time, and every case comes to an end', async () => {
  const { caseIds } = await openStory(stepsWith({ menu, identity }), { postcode: '3011 AB' }, 80)
  await h.runUntil(new Date(h.clock.now().getTime() + 3_600_000))
  const ends = await h.db.selectFrom('cases').select(['status', 'last_result']).where('id', 'in', caseIds).execute()
  expect(ends.filter(({ status }) => status !== 'closed')).toEqual([])
  const chosen = new Set((await Promise.all(caseIds.map(choices))).flat().map((one) => (one as { key: string }).key))
  expect([...chosen].sort()).toEqual(['1', '2', '3', '9', 'identified', 'none', 'unidentified'])
})

test('the time machine goes the ways that an engine goes', async () => {
  const steps = stepsWith({ menu, identity })
  const story = await openStory(steps, { postcode: '3011 AB' })
  const subject = await findSimulationSubject(h.db, story.customerId, story.caseId)
  const play = async (keys?: string[]) => {
    const order = { ...story, steps, subject, from: h.clock.now(), days: 2 }
    const { end, moments } = await simulateScript(h.services, {
      ...order,
      answers: { calls: ['mens'], paysOnDay: null, ...(keys && { keys }) },
    })
    return [end.result, moments.flatMap(({ event, step, params }) => (event === 'callChose' ? [[step, params.key, params.choice]] : []))]
  }
  expect(await play(['1'])).toEqual(['RET', [['bel', '1', 'Betaallink per sms']]])
  expect(await play(['9'])).toEqual(['BSL', [['bel', '9', 'Dat ben ik niet']]])
  expect(await play(['none'])).toEqual(['MAX', [['bel', 'none', '']]])
  expect(await play(['unidentified'])).toEqual(['DUB', [['bel', 'unidentified', '']]])
  expect(await play(['identified'])).toEqual(['RET', [['bel', 'identified', '']]])
  expect(await play()).toEqual(['DUB', [['bel', 'unidentified', '']]])
})

test('a demo finds the way that was taken by what was chosen', () => {
  const marks = [
    { id: 1, kind: 'message', step: 'bel' },
    { id: 2, kind: 'choice', step: 'bel', answer: '1' },
    { id: 3, kind: 'message', step: 'sms' },
  ] as const
  expect(wayTaken(stepsWith({ menu }), marks, 'ended').path).toEqual(['bel', 'sms', 'end'])
})
