import { arrangementApi } from '@regie/contract/arrangements.ts'
import { caseApi, type CaseRow } from '@regie/contract/cases.ts'
import { type DeskCall, type DeskQueue, deskApi } from '@regie/contract/desk.ts'
import { type CallGuide, callGuideApi } from '@regie/contract/guides.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { softphoneApi } from '@regie/contract/softphone.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { CallPop } from './call-pop.tsx'
import { Desk } from './desk.tsx'

const talking: DeskCall = {
  ...{
    callID: 3,
    caseID: 7,
    number: null,
    queue: 'Incasso',
    state: 'talking',
    askedAt: '2026-06-03T08:00:00.000Z',
    beganAt: '2026-06-03T08:00:05.000Z',
  },
  ...{
    endedAt: null,
    listener: null,
    isMuted: false,
    heldAt: null,
    leftAt: null,
    holdSeconds: 0,
    simulated: true,
    isInbound: false,
    name: 'J. de Vries',
    identified: null,
  },
  ...{ checks: ['birthDate', 'postcode', 'caseNumber'], debt: null, note: '', hasResult: false },
}
const foundCase = { caseID: 7, caseNumber: 'D-1039', name: 'J. de Vries', batchName: 'Juni' } as CaseRow
const debt = { caseNumber: 'D-1039', batchName: 'Juni', outstandingCents: 21_577, currency: 'EUR' }
const queue: DeskQueue = {
  ...{ queueID: 4, name: 'Incasso', isMine: true, waiting: 2, longestSince: '2026-06-03T08:00:00.000Z', available: 1 },
  callers: [{ callID: 9, since: '2026-06-03T08:00:00.000Z', number: '+316••••••12', isInbound: true }],
}

const opening: CallGuide = {
  ...{ versionID: 1, name: 'Incassogesprek', turn: 0, state: 'running', said: [] },
  piece: {
    ...{ key: 'opening', name: 'Opening', kind: 'say', asksIdentity: false, text: 'Spreek ik met J. de Vries?', missing: [], end: null },
    answers: [
      { key: 'a', words: 'Ja, dat ben ik' },
      { key: 'b', words: 'Verkeerd nummer' },
    ],
  },
}
/** The first answer leads to what is only for the debtor, the second to an end. */
const afterAnswer = (answer: string): CallGuide => ({
  ...{ ...opening, turn: 1, said: [{ piece: 'Opening', answer: 'Ja, dat ben ik', at: '2026-06-03T08:00:30.000Z' }] },
  piece:
    answer === 'a'
      ? { ...opening.piece, key: 'vordering', name: 'Vordering', asksIdentity: true, text: null, answers: [] }
      : { ...opening.piece, key: 'slot', name: 'Slot', kind: 'end', text: 'Excuus', answers: [], end: { work: 'promise', result: 'TOEZ' } },
})

type Given = { guide?: CallGuide | null; call?: DeskCall | null; rights?: readonly number[]; withPop?: boolean }

/** The desk over a server that keeps the call as it becomes. */
function open({ guide = null, call = talking, rights = [Right.viewCases, Right.changeCases], withPop = false }: Given = {}) {
  let now = call
  let guided = guide
  const becomes = (change: Partial<DeskCall>) => (now = now && { ...now, ...change }) as DeskCall
  return renderScreen(
    (api) => {
      api.answer(deskApi.find, () => ({ agent: null, call: now, queues: [queue], results: ['TOEZ', 'TERUG', 'VERK', 'INF'] }))
      api.answer(softphoneApi.open, { kind: 'none' })
      api.answer(deskApi.identify, ({ body }) =>
        becomes({ identified: { how: body.how, at: '2026-06-03T08:01:00.000Z' }, debt: body.how === 'other' ? null : debt }),
      )
      api.answer(deskApi.tie, ({ body }) => becomes({ caseID: body.caseID, number: null, name: 'J. de Vries' }))
      api.answer(caseApi.search, ({ query }) => ({
        rows: query.q === 'vries' ? [foundCase] : [],
        ...{ nextCursor: null, total: { value: 1, exact: true }, hiddenSorts: [] },
      }))
      api.answer(callGuideApi.find, () => guided)
      api.answer(callGuideApi.answer, ({ body }) => (guided = afterAnswer(body.answer)))
      api.answer(callGuideApi.back, () => (guided = opening))
      api.answer(callGuideApi.leave, ({ body }) => (guided = { ...opening, state: body.isLeft ? 'left' : 'running' }))
      api.answer(callGuideApi.finish, () => (guided = { ...afterAnswer('b'), state: 'done' }))
      api.answer(deskApi.note, ({ body }) => becomes({ note: body.note }))
      api.answer(deskApi.result, () => becomes({ hasResult: true }))
      api.answer(deskApi.mute, ({ body }) => becomes({ isMuted: body.isMuted }))
      api.answer(deskApi.hangUp, () => becomes({ state: 'ended', endedAt: '2026-06-03T08:03:00.000Z' }))
      api.answer(deskApi.finish, () => {
        const done = becomes({})
        now = null
        return done
      })
      api.answer(arrangementApi.callbackMoment, { at: '2026-06-04T08:00:00.000Z' })
      return (
        <>
          {withPop && <CallPop customerID={1} />}
          <Desk
            customerID={1}
            callbacks={null}
            caseOf={(caseID) => <p>case {caseID}</p>}
            results={{
              nameOf: (code) => `name ${code}`,
              dialog: (caseID, code) => (
                <p>
                  dialog {caseID} {code}
                </p>
              ),
              retention: (value, onChange) => (
                <button type="button" onClick={() => onChange('6m')}>
                  keep 6m {value}
                </button>
              ),
            }}
            works={{
              result: (caseID, code, onDone) => (
                <button type="button" onClick={onDone}>
                  work {caseID} {code}
                </button>
              ),
              link: (caseID) => <p>link {caseID}</p>,
            }}
          />
        </>
      )
    },
    { rights, texts: ['agents', 'arrangements', 'cases', 'desk'], path: '/desk' },
  )
}
const amount = () => page.getByText('215,77', { exact: false })
const button = (name: string) => page.getByRole('button', { name, exact: false })

test('nothing of the debt is there until somebody is identified; then the amount and the case are', async () => {
  const { api } = await open()
  await expect.element(page.getByRole('heading', { name: 'J. de Vries' })).toBeVisible()
  await expect.element(amount()).not.toBeInTheDocument()
  await expect.element(page.getByText('case 7')).not.toBeInTheDocument()
  await page.getByLabelText(text('desk.checks.birthDate')).fill('14-03-1988')
  await page.getByLabelText(text('desk.checks.postcode')).fill('3811AB')
  await button(text('desk.check')).click()
  await expect.element(amount()).toBeVisible()
  await expect.element(page.getByText('case 7')).toBeVisible()
  expect(api.callsOf(deskApi.identify)).toMatchObject([{ body: { how: 'fields', birthDate: '14-03-1988', postcode: '3811AB' } }])
})

test('an unknown caller has a number, a search, and no results; the case that is chosen asks who they are', async () => {
  const unknown = { caseID: null, number: '+31687654321', name: '', checks: [], isInbound: true }
  const { api } = await open({ call: { ...talking, ...unknown } })
  await expect.element(page.getByRole('heading', { name: text('desk.unknown') })).toBeVisible()
  await expect.element(page.getByText('+31687654321', { exact: false })).toBeVisible()
  await expect.element(page.getByText(text('desk.identify'))).not.toBeInTheDocument()
  await expect.element(button('name INF')).not.toBeInTheDocument()
  const search = page.getByRole('searchbox', { name: text('desk.tieSearch') })
  await search.fill('vr')
  await search.fill('zzz')
  await expect.element(page.getByText(text('desk.tieNone'))).toBeVisible()
  expect(api.callsOf(caseApi.search).map(({ query }) => query?.q)).toEqual(['zzz'])
  await search.fill('vries')
  await button(`${text('desk.tieChoose')} D-1039`).click()
  await expect.element(page.getByRole('heading', { name: 'J. de Vries' })).toBeVisible()
  await expect.element(page.getByText(text('desk.identify')).first()).toBeVisible()
  expect(api.callsOf(deskApi.tie)).toMatchObject([{ body: { caseID: 7 } }])
})

test('a call that rings at the own phone is picked up there, and is not ended here', async () => {
  await open({ call: { ...talking, state: 'ringing', beganAt: null } })
  await expect.element(page.getByText(text('desk.pickUp'))).toBeVisible()
  await expect.element(button(text('desk.stop'))).not.toBeInTheDocument()
})

test('somebody else at the phone hears nothing', async () => {
  await open()
  await button(text('desk.other')).click()
  await expect.element(page.getByText(text('desk.other'), { exact: false }).first()).toBeVisible()
  await expect.element(amount()).not.toBeInTheDocument()
})

test('a wrong number is asked for how long, and nothing of the case is read for it', async () => {
  const { api } = await open()
  await expect.element(page.getByRole('heading', { name: 'J. de Vries' })).toBeVisible()
  await userEvent.keyboard('3')
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('name VERK')).toBeVisible()
  await dialog.getByRole('button', { name: 'keep 6m' }).click()
  await dialog.getByRole('button', { name: text('cases.result.verb') }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(api.callsOf(deskApi.result)).toMatchObject([{ body: { resultCode: 'VERK', retention: '6m' } }])
  expect(api.callsOf(caseApi.get)).toEqual([])
  expect(api.callsOf(arrangementApi.list)).toEqual([])
})

test('a call-back takes the first lawful hour, and says what becomes of one that stands', async () => {
  const { api } = await open()
  await button('name TERUG').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(text('arrangements.callbacks.both')).click()
  await dialog.getByRole('button', { name: text('cases.result.verb') }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const body = { resultCode: 'TERUG', callbackAt: '2026-06-04T08:00:00.000Z', callbackFor: 'me', becomes: 'both' }
  expect(api.callsOf(deskApi.result)).toMatchObject([{ body }])
})

test('a promise waits for who speaks; a result without questions is one key, and after hanging up one is done', async () => {
  const { api } = await open()
  await expect.element(button('name TOEZ')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('4')
  await expect.element(page.getByText(text('desk.hasResult'))).toBeVisible()
  expect(api.callsOf(deskApi.result)).toMatchObject([{ body: { resultCode: 'INF' } }])
  await userEvent.keyboard('m')
  await expect.element(button(text('desk.unmute'))).toBeVisible()
  await userEvent.keyboard('o')
  await button(text('desk.finish')).click()
  await expect.element(page.getByText(text('desk.noCall'))).toBeVisible()
})

test('once it is known who speaks, the questions are those of the case', async () => {
  await open({ call: { ...talking, debt, identified: { how: 'self', at: '2026-06-03T08:01:00.000Z' } } })
  await button('name TERUG').click()
  await expect.element(page.getByText('dialog 7 TERUG')).toBeVisible()
})

test('desk and toolbar are one question', async () => {
  const { api } = await open({ withPop: true })
  await expect.element(page.getByRole('heading', { name: 'J. de Vries' })).toBeVisible()
  expect(api.callsOf(deskApi.find)).toHaveLength(1)
})

test('without the right nothing is given, and a queue says who waits', async () => {
  await open({ rights: [Right.viewCases], call: null })
  await expect.element(page.getByText('+316••••••12', { exact: false })).toHaveTextContent(`1. +316••••••12 · ${text('desk.inbound')}`)
  await expect.element(page.getByText(text('desk.noCall'))).toBeVisible()
})

test('a key answers the conversation and gives no result; one steps back with Backspace, but not while typing', async () => {
  const { api } = await open({ guide: opening })
  await expect.element(page.getByText('Spreek ik met J. de Vries?')).toBeVisible()
  await expect.element(button('1 Ja, dat ben ik')).toBeVisible()
  await page.getByLabelText(text('desk.note')).last().click()
  await userEvent.keyboard('1')
  expect(api.callsOf(callGuideApi.answer)).toEqual([])
  await page.getByText('Spreek ik met J. de Vries?').click()
  await userEvent.keyboard('1')
  await expect.element(page.getByText(text('desk.guide.identifyFirst'))).toBeVisible()
  expect(api.callsOf(callGuideApi.answer)).toMatchObject([{ body: { versionID: 1, turn: 0, piece: 'opening', answer: 'a' } }])
  expect(api.callsOf(deskApi.result)).toEqual([])
  await userEvent.keyboard('{Backspace}')
  await expect.element(button('2 Verkeerd nummer')).toBeVisible()
  expect(api.callsOf(callGuideApi.back)).toMatchObject([{ body: { turn: 1 } }])
})

test('at its end the question of the case opens, and once that is kept the conversation is over and numbers give results again', async () => {
  const { api } = await open({ guide: opening, call: { ...talking, debt, identified: { how: 'self', at: talking.askedAt } } })
  await button('2 Verkeerd nummer').click()
  await expect.element(page.getByText('Excuus')).toBeVisible()
  await button(text('desk.guide.works.promise')).click()
  await button('work 7 TOEZ').click()
  await expect.element(page.getByText(text('desk.guide.done'))).toBeVisible()
  expect(api.callsOf(callGuideApi.finish)).toMatchObject([{ body: { turn: 1 } }])
  await expect.element(button('4 name INF')).toBeVisible()
  await page.getByText(text('desk.guide.said', { count: 1 })).click()
  await button(text('desk.guide.toNote')).click()
  await expect.element(page.getByLabelText(text('desk.note')).last()).toHaveValue('Opening: Ja, dat ben ik')
  await expect.poll(() => api.callsOf(deskApi.note)).toMatchObject([{ body: { note: 'Opening: Ja, dat ben ik' } }])
})

test('one leaves the conversation at any moment and takes it up again', async () => {
  await open({ guide: opening })
  await button(text('desk.guide.leave')).click()
  await expect.element(page.getByText(text('desk.guide.leftAt', { piece: 'Opening' }))).toBeVisible()
  await button(text('desk.guide.resume')).click()
  await expect.element(button('1 Ja, dat ben ik')).toBeVisible()
})
