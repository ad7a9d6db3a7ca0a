import { deskApi } from '@regie/contract/desk.ts'
import { type CallGuide, callGuideApi, type Guide, guideApi, type GuidePiece } from '@regie/contract/guides.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Staff } from '../../../../test/builders.ts'
import { type CallStory, openCallStory } from '../../../../test/call-story.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { endDeskCalls } from '../../teams/desk-calls.ts'

let app: TestApp
let story: CallStory
let anna: Staff
let bram: Staff
let leader: Staff
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  story = await openCallStory(app, [Right.viewCases, Right.changeCases, Right.viewPersonalData])
  ;[anna, bram] = [story.agents[0] as Staff, story.agents[1] as Staff]
  leader = await app.build.staff({ rights: [Right.viewScripts, Right.changeScripts], customers: [story.customerId] })
})

const pieces: GuidePiece[] = [
  {
    ...{ kind: 'say', key: 'opening', text: 'U spreekt met {{medewerker}} van {{bureau}}. Spreek ik met {{naam}}?', isOpen: true },
    answers: [
      { key: 'ja', words: 'Ja', to: 'vordering' },
      { key: 'nee', words: 'Nee', to: 'verkeerd' },
    ],
  },
  {
    ...{ kind: 'say', key: 'vordering', name: 'Vordering', text: 'Er staat {{bedrag}} open, {{kenteken}}.', isOpen: false },
    answers: [{ key: 'betaalt', words: 'Betaalt vrijdag', to: 'toezegging' }],
  },
  { kind: 'end', key: 'toezegging', text: 'Dank u', work: 'promise' },
  { kind: 'end', key: 'verkeerd', text: '', work: 'wrongPerson' },
]
const drawn = pieces.map((piece) => (piece.key === 'vordering' ? { ...piece, text: 'Er staat {{bedrag}} open.' } : piece))

const create = async (name: string) =>
  (await app.call(guideApi.create, { body: { customerID: story.customerId, name } }).as(leader)).body as Guide
const at = ({ guideID }: { guideID: number }) => ({ params: { guideID } })
async function publish(guide: Guide, its: GuidePiece[] = drawn): Promise<Guide> {
  const saved = await app.call(guideApi.saveDraft, { ...at(guide), body: { pieces: its, version: guide.draft?.version ?? 0 } }).as(leader)
  const { version } = (saved.body as Guide).draft as NonNullable<Guide['draft']>
  const published = await app.call(guideApi.publish, { ...at(guide), body: { version, note: '' } }).as(leader)
  expect(published.status).toBe(200)
  return published.body as Guide
}
const change = (guide: Guide, its: Partial<Pick<Guide, 'name' | 'isDefault'>> & { scriptIDs?: number[]; queueIDs?: number[] }) =>
  app
    .call(guideApi.change, {
      ...at(guide),
      body: { name: guide.name, isDefault: guide.isDefault, scriptIDs: [], queueIDs: [], version: guide.version, ...its },
    })
    .as(leader)
async function standard(its: GuidePiece[] = drawn) {
  const guide = await publish(await create('Incassogesprek'), its)
  return (await change(guide, { isDefault: true })).body as Guide
}
async function inCall() {
  await story.stand(anna, 'available')
  const call = await story.enter()
  await app.db
    .updateTable('cases')
    .set({
      name: 'Sanne de Vries',
      outstanding_cents: 21_577,
      fields: JSON.stringify({ geboortedatum: '1988-03-14', postcode: '3811 AB' }),
    })
    .where('id', '=', call.caseId)
    .execute()
  await story.turn()
  return { ...call, params: { callID: call.id } }
}
type Call = Awaited<ReturnType<typeof inCall>>
const guideOf = async ({ params }: Call, who = anna) => (await app.call(callGuideApi.find, { params }).as(who)).body as CallGuide | null
const answer = ({ params }: Call, seen: Pick<CallGuide, 'versionID' | 'turn'>, piece: string, given: string, who = anna) =>
  app.call(callGuideApi.answer, { params, body: { versionID: seen.versionID, turn: seen.turn, piece, answer: given } }).as(who)
const identify = ({ params }: Call) => app.call(deskApi.identify, { params, body: { how: 'self', reason: 'Stem herkend' } }).as(anna)

test('an agent is led through the call, and nothing of the debt is read before it is known who listens', async () => {
  await standard()
  const call = await inCall()
  const first = (await guideOf(call)) as CallGuide
  expect(first).toMatchObject({ name: 'Incassogesprek', turn: 0, state: 'running', piece: { key: 'opening', asksIdentity: false } })
  expect(first.piece.text).toContain('Spreek ik met Sanne de Vries?')
  const second = (await answer(call, first, 'opening', 'ja')).body as CallGuide
  expect(second.piece).toMatchObject({ key: 'vordering', asksIdentity: true, text: null, answers: [] })
  expect(JSON.stringify(second)).not.toMatch(/215,77|Betaalt vrijdag/)
  expect((await answer(call, second, 'vordering', 'betaalt')).body).toMatchObject({ error: 'guide.identifyFirst' })

  await identify(call)
  const heard = (await guideOf(call)) as CallGuide
  expect(heard.piece.text).toMatch(/€\s215,77 open/)
  expect(heard.piece.answers).toEqual([{ key: 'betaalt', words: 'Betaalt vrijdag' }])
  const last = (await answer(call, heard, 'vordering', 'betaalt')).body as CallGuide
  expect(last).toMatchObject({ piece: { kind: 'end', end: { work: 'promise', result: 'TOEZ' } } })
  expect(last.said.map(({ piece, answer: words }) => [piece, words])).toEqual([
    ['Opening', 'Ja'],
    ['Vordering', 'Betaalt vrijdag'],
  ])
  // Whoever turns out to be somebody else is told nothing more, nor shown what was said of it.
  await app.call(deskApi.identify, { params: call.params, body: { how: 'other' } }).as(anna)
  expect(await guideOf(call)).toMatchObject({ piece: { asksIdentity: true, text: null, end: null }, said: [{ piece: 'Opening' }] })
})

test('a step back is taken once, one leaves and takes it up again, and at its end the work is said to be done', async () => {
  await standard()
  const call = await inCall()
  const { params } = call
  const first = (await guideOf(call)) as CallGuide
  const second = (await answer(call, first, 'opening', 'nee')).body as CallGuide
  expect(second.piece).toMatchObject({ kind: 'end', end: { work: 'wrongPerson', result: 'VERK' } })
  const back = (await app.call(callGuideApi.back, { params, body: { turn: second.turn } }).as(anna)).body as CallGuide
  expect(back).toMatchObject({ piece: { key: 'opening' }, said: [], turn: 2 })
  expect((await app.call(callGuideApi.back, { params, body: { turn: second.turn } }).as(anna)).body).toMatchObject({
    error: 'guide.movedOn',
  })
  expect((await app.call(callGuideApi.finish, { params, body: { turn: back.turn } }).as(anna)).body).toMatchObject({
    error: 'guide.movedOn',
  })
  const leave = { versionID: back.versionID, turn: back.turn, isLeft: true }
  const left = (await app.call(callGuideApi.leave, { params, body: leave }).as(anna)).body as CallGuide
  expect(left.state).toBe('left')
  expect((await answer(call, left, 'opening', 'nee')).body).toMatchObject({ error: 'guide.movedOn' })
  const again = { versionID: left.versionID, turn: left.turn, isLeft: false }
  const taken = (await app.call(callGuideApi.leave, { params, body: again }).as(anna)).body as CallGuide
  const end = (await answer(call, taken, 'opening', 'nee')).body as CallGuide
  expect((await app.call(callGuideApi.finish, { params, body: { turn: end.turn } }).as(anna)).body).toMatchObject({ state: 'done' })
})

test('of two pages the first is heard; an answer that is unknown, another’s call and a call that is over are refused', async () => {
  await standard()
  const call = await inCall()
  const first = (await guideOf(call)) as CallGuide
  expect((await answer(call, first, 'opening', 'misschien')).body).toMatchObject({ error: 'guide.answerUnknown' })
  const both = await Promise.all([answer(call, first, 'opening', 'ja'), answer(call, first, 'opening', 'nee')])
  expect(both.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409])
  expect(await guideOf(call)).toMatchObject({ turn: 1 })
  expect((await app.call(callGuideApi.find, { params: call.params }).as(bram)).body).toMatchObject({ error: 'call.notFound' })
  const stranger = await app.build.staff({ rights: [Right.viewCases], customers: [(await app.build.customer()).id] })
  expect((await answer(call, first, 'opening', 'ja', stranger)).status).toBe(404)

  await app.db.transaction().execute((tx) => endDeskCalls(tx, { customerId: story.customerId, id: call.id }, app.clock.now()))
  const seen = (await guideOf(call)) as CallGuide
  await app.call(callGuideApi.back, { params: call.params, body: { turn: seen.turn } }).as(anna)
  const again = (await answer(call, (await guideOf(call)) as CallGuide, 'opening', 'nee')).body as CallGuide
  expect((await app.call(deskApi.finish, { params: call.params }).as(anna)).status).toBe(200)
  expect((await answer(call, again, 'opening', 'ja')).body).toMatchObject({ error: 'desk.callOver' })
  const lines = await app.db
    .selectFrom('timeline')
    .select(['params', 'communication_id', 'by_user'])
    .where('case_id', '=', call.caseId)
    .where('event', '=', 'guideFollowed')
    .execute()
  expect(lines).toEqual([{ params: { guide: 'Incassogesprek', said: 'Opening: Nee' }, communication_id: call.id, by_user: anna.username }])
})

test('a call keeps the version with which it began, also the one that the agent was reading when a newer was published', async () => {
  const guide = await standard()
  const [call] = [await inCall()]
  const read = (await guideOf(call)) as CallGuide
  const newer = drawn.map((piece) => (piece.key === 'vordering' ? { ...piece, name: 'Anders' } : piece))
  await publish({ ...guide, draft: null }, newer)
  expect(((await guideOf(call)) as CallGuide).versionID).not.toBe(read.versionID)
  const second = (await answer(call, read, 'opening', 'ja')).body as CallGuide
  expect(second).toMatchObject({ versionID: read.versionID, piece: { name: 'Vordering' } })
  expect(await guideOf(call)).toMatchObject({ versionID: read.versionID })
  await app.call(guideApi.remove, at(guide)).as(leader)
  expect(await guideOf(call)).toMatchObject({ versionID: read.versionID })
})

test('which conversation leads: that of the script, of the queue of a call that came in, or the one of all others', async () => {
  const guide = await standard()
  const own = await publish(await create('Van het script'))
  const scriptID = story.places[0]?.batch.script.id as number
  const queueID = story.places[0]?.queueId as number
  const chosen = (await change(own, { scriptIDs: [scriptID] })).body as Guide
  expect(chosen.scripts.find(({ id }) => id === scriptID)).toMatchObject({ guideName: 'Van het script' })
  const call = await inCall()
  expect(await guideOf(call)).toMatchObject({ name: 'Van het script' })
  await app.db.updateTable('communications').set({ inbound: true }).where('id', '=', call.id).execute()
  expect(await guideOf(call)).toMatchObject({ name: 'Incassogesprek' })
  const both = (await change(chosen, { scriptIDs: [scriptID], queueIDs: [queueID] })).body as Guide
  expect(await guideOf(call)).toMatchObject({ name: 'Van het script' })
  // What another conversation takes over is no longer led by this one.
  await change(guide, { isDefault: true, queueIDs: [queueID] })
  expect(await guideOf(call)).toMatchObject({ name: 'Incassogesprek' })
  expect((await change(both, { scriptIDs: [9_999_999] })).body).toMatchObject({ error: 'guide.choiceUnknown' })
})

test('without a conversation, before somebody is on the line and for a number that is masked the desk shows no more than it may', async () => {
  const call = await inCall()
  expect(await guideOf(call)).toBeNull()
  await standard()
  await app.db.updateTable('desk_calls').set({ began_at: null }).where('communication_id', '=', call.id).execute()
  expect(await guideOf(call)).toBeNull()
})

test('a value that this agent may not see stays masked in what they read aloud', async () => {
  story = await openCallStory(app, [Right.viewCases])
  anna = story.agents[0] as Staff
  leader = await app.build.staff({ rights: [Right.viewScripts, Right.changeScripts], customers: [story.customerId] })
  const asking = drawn.map((piece) => (piece.key === 'vordering' ? { ...piece, text: 'Bereikbaar op {{mobiel}}?' } : piece))
  await standard(asking)
  const call = await inCall()
  await app.db
    .updateTable('cases')
    .set({ fields: JSON.stringify({ mobiel: '+31201234567' }) })
    .where('id', '=', call.caseId)
    .execute()
  await answer(call, (await guideOf(call)) as CallGuide, 'opening', 'ja')
  await identify(call)
  const { text } = ((await guideOf(call)) as CallGuide).piece
  expect(text).not.toContain('+31201234567')
  expect(text).toContain('•')
})

test('a draft is kept with its faults, refused to be published, and a colleague’s newer one is not written over', async () => {
  const guide = await create('Met fouten')
  expect(guide.faults.map(({ fault }) => fault)).toEqual(['textMissing', 'answerWordsMissing'])
  const order = { ...at(guide), body: { version: 1, note: '' } }
  expect((await app.call(guideApi.publish, order).as(leader)).body).toMatchObject({ error: 'guide.faulty', current: guide.faults })
  const saves = await Promise.all(
    [drawn, pieces].map((its) => app.call(guideApi.saveDraft, { ...at(guide), body: { pieces: its, version: 1 } }).as(leader)),
  )
  expect(saves.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409])
  expect(saves.find(({ status }) => status === 409)?.body).toMatchObject({ error: 'error.conflict', current: { draft: { version: 2 } } })
  expect((await app.call(guideApi.dropDraft, at(guide)).as(leader)).body).toMatchObject({ error: 'guide.onlyDraft' })
  expect((await app.call(guideApi.create, { body: { customerID: story.customerId, name: 'met FOUTEN' } }).as(leader)).body).toMatchObject({
    error: 'guide.nameTaken',
  })
  const stale = await change({ ...guide, version: 7 }, {})
  expect(stale.body).toMatchObject({ error: 'error.conflict', current: { name: 'Met fouten' } })
})

test('versions are numbered and told apart, and an earlier one is published again', async () => {
  const guide = await publish(await create('Versies'))
  const second = await publish({ ...guide, draft: null }, [...drawn.slice(0, 3), { ...(drawn[3] as GuidePiece), name: 'Fout verbonden' }])
  const list = (await app.call(guideApi.versions, at(guide)).as(leader)).body
  expect(list).toMatchObject([
    { no: 2, live: true, changes: [{ change: 'named', name: 'Fout verbonden', from: 'Verkeerd' }] },
    { no: 1, live: false, changes: [] },
  ])
  const versionID = guide.live?.versionID as number
  const restored = await app.call(guideApi.restore, { params: { ...at(guide).params, versionID }, body: { note: 'Terug' } }).as(leader)
  expect(restored.body).toMatchObject({ live: { no: 3, pieces: drawn } })
  expect(second.live?.no).toBe(2)
})

test('who may not see scripts sees no conversations, who may not change them changes none, and another customer’s do not exist', async () => {
  const guide = await standard()
  expect((await app.call(guideApi.get, at(guide)).as(anna)).status).toBe(403)
  const reader = await app.build.staff({ rights: [Right.viewScripts], customers: [story.customerId] })
  expect((await app.call(guideApi.list, { query: { customerID: story.customerId } }).as(reader)).body).toMatchObject([
    { name: 'Incassogesprek', isDefault: true, liveNo: 1, hasDraft: false, calls: 0 },
  ])
  expect((await app.call(guideApi.saveDraft, { ...at(guide), body: { pieces, version: 0 } }).as(reader)).status).toBe(403)
  const other = await app.build.staff({ rights: [Right.viewScripts, Right.changeScripts], customers: [(await app.build.customer()).id] })
  expect((await app.call(guideApi.get, at(guide)).as(other)).body).toMatchObject({ error: 'guide.notFound' })
  expect((await app.call(guideApi.saveDraft, { ...at(guide), body: { pieces, version: 0 } }).as(other)).status).toBe(404)
})
