import type { ScriptStep } from '@regie/contract/scripts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endStep, type EngineHarness, mailStep, openEngineHarness } from '../../test/engine-harness.ts'
import { channelProviders } from '../gateways/gateways.ts'
import { findContactFacts } from '../modules/contact-facts/contact-facts.ts'
import { letterPermission } from '../modules/contact-permission/contact-permission.ts'
import { findSimulationSubject } from '../modules/case-runs/simulation-subject.ts'
import { forgetCases } from '../modules/retention/forget-cases.ts'
import { handOverLetters } from '../modules/letters/hand-over.ts'
import { drawLetters } from '../modules/letters/draw-letters.ts'
import { planAttempts } from './time-machine/next-attempts.ts'
import { simulateScript } from './time-machine/simulate-script.ts'

let h: EngineHarness
beforeAll(async () => {
  h = await openEngineHarness()
})
afterAll(() => h.close())

const letter = { kind: 'send-letter', key: 'brief', next: 'end', settings: { template: 'brief' } } satisfies ScriptStep
const mailFirst: ScriptStep = { kind: 'send-email', key: 'mail', next: 'brief', settings: { template: 'mail' } }
const pause = (next: string): ScriptStep => ({ kind: 'wait', key: 'wacht', next, settings: { minutes: 60 } })
const text = { subject: 'Aanmaning', text: 'Beste {{naam}}, betaal {{bedrag}}.' }
const templates = { brief: { nl: text }, mail: { nl: { subject: 'Mail', text: 'Dag' } } }
const lives = { straat: 'Dorpsstraat', huisnummer: '12', postcode: '1234AB', plaats: 'Utrecht' }
const signal = new AbortController().signal
const later = (hours: number) => new Date(h.clock.now().getTime() + hours * 3_600_000)

async function build(steps: ScriptStep[], { byPost = true, fields = lives }: { byPost?: boolean; fields?: object } = {}) {
  const script = await h.buildScript({ steps, templates })
  const { customerId } = script
  await h.db
    .updateTable('template_revisions')
    .set({ options: JSON.stringify({ byPost }) })
    .where('customer_id', '=', customerId)
    .execute()
  const batch = await h.buildBatch(script, 1)
  const caseId = batch.caseIds[0] ?? 0
  await h.db
    .updateTable('cases')
    .set({ fields: JSON.stringify(fields) })
    .where('id', '=', caseId)
    .execute()
  return { ...script, caseId }
}
const lettersOf = (caseId: number) =>
  h.db.selectFrom('letters').select(['state', 'text', 'pages', 'document_id', 'queued_by']).where('case_id', '=', caseId).execute()
const standOf = async (caseId: number) => {
  const run = await h.db.selectFrom('case_runs').select(['step', 'held']).where('case_id', '=', caseId).executeTakeFirstOrThrow()
  return { ...(await h.caseOf(caseId)), ...run }
}

const capAtOne = (customerId: number) => capAt(customerId, 1)
async function capAt(customerId: number, writtenPerWeek: number) {
  const caps = { answeredPerDay: null, callsPerDay: null, callsPerWeek: null, writtenPerWeek, contactsPerLifetime: null }
  await h.db
    .updateTable('customers')
    .set({ contact_caps: JSON.stringify(caps) })
    .where('id', '=', customerId)
    .execute()
}

test('a letter of a script is saved with its position, drawn once, and handed over; its case ends after that', async () => {
  const { caseId } = await build([letter, endStep])
  await h.runUntilIdle()
  expect(await lettersOf(caseId)).toMatchObject([{ state: 'drawing', text: expect.stringContaining('12,50'), queued_by: '' }])
  expect(await standOf(caseId)).toMatchObject({ status: 'open', step: 'end' })
  // Two engines at once, and one that was killed after it had drawn, keep one document.
  await Promise.all([drawLetters(h.services, signal), drawLetters(h.services, signal)])
  expect(await lettersOf(caseId)).toMatchObject([{ state: 'queued', text: null, pages: 1, document_id: expect.any(Number) }])
  expect(await h.db.selectFrom('case_documents').select('kind').where('case_id', '=', caseId).execute()).toEqual([{ kind: 'letter' }])
  await h.runUntil(later(1))
  expect(await standOf(caseId)).toMatchObject({ status: 'open', step: 'end' })
  await handOverLetters(h.services, signal)
  await h.runUntil(later(1))
  expect(await standOf(caseId)).toMatchObject({ status: 'closed', result: 'RET' })
  expect(await h.events(caseId)).toEqual(['letterQueued', 'letterHandedOver', 'closed'])
})

test('who has no complete postal address goes on without the letter, and waits where nothing else reaches', async () => {
  const { caseId } = await build([{ ...letter, next: 'mail' } as ScriptStep, mailStep, endStep], { fields: { ...lives, plaats: '' } })
  await h.runUntil(later(1))
  expect(await standOf(caseId)).toMatchObject({ status: 'closed' })
  expect(await h.events(caseId)).toEqual(expect.arrayContaining(['held', 'emailSent']))
  expect(await lettersOf(caseId)).toEqual([])
  const { caseId: alone } = await build([letter, endStep], { fields: {} })
  await h.runUntil(later(1))
  expect(await standOf(alone)).toMatchObject({ status: 'open', step: 'brief', held: 'noPostalAddress' })
})

test('a letter reaches who has neither mail nor phone, so that a mail before it is left out', async () => {
  const { caseId } = await build([mailFirst, letter, endStep])
  await h.db.updateTable('cases').set({ email: null, mobile: null }).where('id', '=', caseId).execute()
  await h.runUntilIdle()
  expect(await lettersOf(caseId)).toMatchObject([{ state: 'drawing' }])
})

test('a text that may not go by post any more waits for whoever writes it', async () => {
  const { caseId } = await build([letter, endStep], { byPost: false })
  await h.runUntil(later(1))
  expect(await standOf(caseId)).toMatchObject({ status: 'open', step: 'brief', held: 'templateMissing' })
  expect(await lettersOf(caseId)).toEqual([])
})

test('a cap holds a letter, which is asked again when it ends', async () => {
  const { caseId, customerId } = await build([{ ...mailFirst, next: 'wacht' } as ScriptStep, pause('brief'), letter, endStep])
  await capAtOne(customerId)
  await h.runUntilIdle()
  h.clock.set(later(2))
  await h.runUntilIdle()
  expect(await standOf(caseId)).toMatchObject({ status: 'open', step: 'brief', held: 'personWrittenCap' })
  h.clock.set(later(24))
  await h.runUntilIdle()
  expect(await lettersOf(caseId)).toEqual([])
  h.clock.set(later(6 * 24 + 1))
  await h.runUntilIdle()
  expect(await lettersOf(caseId)).toMatchObject([{ state: 'drawing' }])
})

test('a letter counts for the cap of what is written, and does not hold itself', async () => {
  const { caseId, customerId } = await build([{ ...letter, next: 'wacht' }, pause('mail'), mailStep, endStep])
  await capAtOne(customerId)
  await h.runUntilIdle()
  await handOverLetters(h.services, signal)
  expect(await lettersOf(caseId)).toMatchObject([{ state: 'handedOver' }])
  h.clock.set(later(2))
  await h.runUntilIdle()
  expect(await standOf(caseId)).toMatchObject({ status: 'open', step: 'mail', held: 'personWrittenCap' })
})

test('a letter counts for the person over all their cases, as messages do: by an address or an IBAN, waiting or gone', async () => {
  const built = await build([letter, endStep])
  const { caseId, customerId } = built
  await capAtOne(customerId)
  const same = await h.db.selectFrom('cases').select('email').where('id', '=', caseId).executeTakeFirstOrThrow()
  await h.runUntilIdle()
  const [waiting] = await lettersOf(caseId)
  expect(waiting).toMatchObject({ state: 'drawing' })
  const factsOf = async (of: number) =>
    (await findContactFacts(h.db, channelProviders(h.services.gateways), [{ customerId, caseId: of }], h.clock.now())).get(of)
  const another = async (person: object) => {
    const { caseIds } = await h.buildBatch(built, 1)
    const [id = 0] = caseIds
    await h.db
      .updateTable('cases')
      .set({ phone: null, mobile: null, email: null, fields: JSON.stringify(lives), ...person })
      .where('id', '=', id)
      .execute()
    return id
  }
  const [byMail, byIban, stranger] = [await another({ email: same.email?.toUpperCase() ?? null }), await another({}), await another({})]
  const iban = { customer_id: customerId, iban_hash: Buffer.alloc(32, 7) }
  await h.db
    .insertInto('case_ibans')
    .values([caseId, byIban].map((case_id) => ({ ...iban, case_id })))
    .execute()
  const counted = async (of: number) => (await factsOf(of))?.contacts.map(({ written, left }) => ({ written, left }))
  expect(await counted(byMail)).toEqual([{ written: true, left: false }])
  expect(await counted(byIban)).toEqual([{ written: true, left: false }])
  expect(await counted(stranger)).toEqual([])
  await handOverLetters(h.services, signal)
  expect(await counted(byMail)).toEqual([{ written: true, left: true }])
  const permission = letterPermission((await factsOf(byMail)) as never, { hasAddress: true, isSimulated: true }, h.clock.now())
  expect(permission).toMatchObject({ ok: false, reason: 'personWrittenCap' })
})

test('of two letters to one person under a cap of one, over two cases, the first queued goes', async () => {
  const built = await build([letter, endStep])
  const { caseId, customerId } = built
  await capAtOne(customerId)
  const { caseIds } = await h.buildBatch(built, 1)
  const [other = 0] = caseIds
  const { email, mobile, phone } = await h.db
    .selectFrom('cases')
    .select(['email', 'mobile', 'phone'])
    .where('id', '=', caseId)
    .executeTakeFirstOrThrow()
  await h.db
    .updateTable('cases')
    .set({ email, mobile, phone, fields: JSON.stringify(lives) })
    .where('id', '=', other)
    .execute()
  await h.runUntilIdle()
  await handOverLetters(h.services, signal)
  const states = [...(await lettersOf(caseId)), ...(await lettersOf(other))].map(({ state }) => state)
  expect(states.filter((state) => state === 'handedOver')).toHaveLength(1)
  expect(states).not.toContain('drawing')
})

test('a letter counts for its own case without phone or mail, for the number it had when that changes, and is forgotten with it', async () => {
  const built = await build([letter, endStep])
  const { caseId, customerId } = built
  // Where no cap holds nobody is counted.
  await capAt(customerId, 10)
  const { caseIds } = await h.buildBatch(built, 2)
  const [silent = 0, other = 0] = caseIds
  const change = (id: number, person: object) =>
    h.db
      .updateTable('cases')
      .set({ fields: JSON.stringify(lives), ...person })
      .where('id', '=', id)
      .execute()
  await change(silent, { phone: null, mobile: null, email: null })
  await change(caseId, { phone: null, mobile: '+31612000001', email: 'Ada@Example.nl' })
  await change(other, { phone: null, mobile: '+31612000001', email: null })
  await h.runUntilIdle()
  await handOverLetters(h.services, signal)
  const countOf = async (id: number) =>
    (await findContactFacts(h.db, channelProviders(h.services.gateways), [{ customerId, caseId: id }], h.clock.now())).get(id)?.contacts
      .length
  expect([await countOf(silent), await countOf(caseId), await countOf(other)]).toEqual([1, 2, 2])
  await change(caseId, { phone: null, mobile: '+31612000002', email: null })
  // Its own letter still, and not the one to whoever has that number now; they had both.
  expect([await countOf(caseId), await countOf(other)]).toEqual([1, 2])
  const personsOf = async () =>
    (await h.db.selectFrom('letter_persons').select(['case_id', 'person']).where('customer_id', '=', customerId).execute())
      .map(({ case_id, person }) => [case_id, person] as const)
      .toSorted(([, one], [, two]) => one.localeCompare(two))
  expect(await personsOf()).toEqual(
    expect.arrayContaining([
      [caseId, 'ada@example.nl'],
      [caseId, '+31612000001'],
      [other, '+31612000001'],
    ]),
  )
  expect(await personsOf()).toHaveLength(3)
  await h.db.transaction().execute((tx) => forgetCases(tx, customerId, [caseId], h.clock.now()))
  expect(await personsOf()).toEqual([[other, '+31612000001']])
  expect(await countOf(other)).toBe(1)
})

test('the time machine plays the letter with its words, and nothing of it stays', async () => {
  const { caseId, customerId, scriptId, versionId } = await build([letter, endStep])
  const subject = await findSimulationSubject(h.db, customerId, caseId)
  const answers = { calls: ['niet_opgenomen' as const], paysOnDay: null }
  const order = { customerId, scriptId, versionId, steps: [letter, endStep], subject, from: h.clock.now(), days: 5, answers }
  const { moments, end } = await simulateScript(h.services, order)
  expect(moments).toMatchObject([
    {
      ...{ step: 'brief', stepKind: 'send-letter', event: 'letterHandedOver' },
      message: { to: expect.stringContaining('Dorpsstraat 12'), subject: 'Aanmaning', text: expect.stringContaining('12,50') },
    },
    { step: 'end', event: 'closed' },
  ])
  expect(end).toMatchObject({ kind: 'finished', result: 'RET' })
  expect(await lettersOf(caseId)).toEqual([])
})

test('the plan of next attempts lists a letter, and not one that waits already', async () => {
  const { caseId, customerId } = await build([{ ...letter, next: 'wacht' }, pause('mail'), mailStep, endStep])
  const channelsAhead = async () =>
    (await planAttempts(h.services, customerId, caseId)).attempts.map(({ channel, step }) => [channel, step])
  expect(await channelsAhead()).toEqual([
    ['letter', 'brief'],
    ['email', 'mail'],
  ])
  await h.runUntilIdle()
  expect(await lettersOf(caseId)).toMatchObject([{ state: 'drawing' }])
  expect(await channelsAhead()).toEqual([['email', 'mail']])
})

test('a letter that is not drawn yet is forgotten with its person', async () => {
  const { caseId, customerId } = await build([letter, endStep])
  await h.runUntilIdle()
  expect(await lettersOf(caseId)).toHaveLength(1)
  await h.db.transaction().execute((tx) => forgetCases(tx, customerId, [caseId], h.clock.now()))
  expect(await lettersOf(caseId)).toEqual([])
})
