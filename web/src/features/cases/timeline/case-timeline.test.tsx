import { caseApi, type TimelineItem } from '@regie/contract/cases.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { timelineParts } from '@regie/contract/timeline-events.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../../api/query-client.ts'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { changeSession } from '../../../session/use-session.ts'
import { CaseTimeline } from './case-timeline.tsx'

const item = (id: number, kind: TimelineItem['kind'], event: string, state: TimelineItem['state']): TimelineItem => ({
  id,
  at: '2026-06-01T10:00:00.000Z',
  kind,
  event,
  params: {},
  communicationID: id,
  step: kind === 'email' ? 'Eerste herinnering' : null,
  state,
  simulated: false,
  reason: null,
  by: null,
  excerpt: kind === 'email' ? 'Herinnering 1' : null,
  buttons: [],
  isPressed: false,
})
const items = [item(2, 'call', 'callTransferred', 'transferred'), item(1, 'email', 'emailSent', 'sent')]

test('the timeline shows one channel when asked for, keeps that in the address, and names a call that was put through', async () => {
  const { path } = await renderScreen(
    (api) => {
      api.answer(caseApi.timeline, ({ query }) => {
        const rows = items.filter(({ kind }) => query.channel === undefined || kind === query.channel)
        return { rows, nextCursor: null, total: { value: rows.length, exact: true } }
      })
      return <CaseTimeline caseID={7} />
    },
    { texts: ['cases'] },
  )
  await expect.element(page.getByText(text('cases.events.emailSent'))).toBeVisible()
  await page.getByLabelText(text('cases.timeline.channel')).selectOptions('call')
  await expect.element(page.getByText(text('cases.events.callTransferred'))).toBeVisible()
  await expect.element(page.getByText(text('cases.events.emailSent'))).not.toBeInTheDocument()
  expect(path()).toBe('/?channel=call')
  await page.getByLabelText(text('cases.timeline.channel')).selectOptions('whatsapp')
  await expect.element(page.getByText(text('cases.timeline.noneByChannel'))).toBeVisible()
})

test('one line a message with its first words; the steps of the script only when asked for', async () => {
  const sent = { ...item(3, 'email', 'emailSent', 'read'), communicationID: 1 }
  const all = [sent, item(2, 'wait', 'waiting', null), { ...item(1, 'email', 'emailQueued', 'read'), communicationID: 1 }]
  const { path } = await renderScreen(
    (api) => {
      api.answer(caseApi.timeline, ({ query: { part } }) => {
        const rows = part === undefined ? all : all.filter(({ kind }) => (timelineParts[part] as readonly string[]).includes(kind))
        return { rows, nextCursor: null, total: { value: rows.length, exact: true } }
      })
      return <CaseTimeline caseID={7} />
    },
    { texts: ['cases'] },
  )
  const lines = page.getByRole('listitem')
  await expect.element(page.getByText('Herinnering 1')).toBeVisible()
  expect(lines.elements()).toHaveLength(1)
  await page.getByRole('switch', { name: text('cases.timeline.steps') }).click()
  await expect.element(page.getByText(text('cases.events.emailQueued'))).toBeVisible()
  await expect.element(page.getByText(text('cases.timeline.step', { step: 'Eerste herinnering' })).first()).toBeVisible()
  expect([lines.elements().length, path()]).toEqual([3, '/?steps=yes'])
  await page.getByText(text('cases.timeline.views.payments')).click()
  await expect.element(page.getByText(text('cases.timeline.none.payments'))).toBeVisible()
})

test('printing waits until all that happened is on the screen', async () => {
  const printed: number[] = []
  globalThis.print = () => void printed.push(document.querySelectorAll('li').length)
  await renderScreen(
    (api) => {
      api.answer(caseApi.timeline, ({ query: { cursor } }) => {
        const no = Number(cursor ?? 1)
        const rows = [{ ...item(10 - no, 'note', 'noteAdded', null), communicationID: null }]
        return { rows, nextCursor: no < 3 ? String(no + 1) : null, total: { value: 3, exact: true } }
      })
      return <CaseTimeline caseID={7} />
    },
    { texts: ['cases'] },
  )
  await page.getByRole('button', { name: text('cases.print.action') }).click()
  await expect.poll(() => printed).toEqual([3])
})

test('a call that was declined says so, and its state claims nothing else', async () => {
  await renderScreen(
    (api) => {
      const declined = { ...item(1, 'call', 'callNotAnswered', 'unanswered'), params: { answer: 'geweigerd' } }
      api.answer(caseApi.timeline, { rows: [declined], nextCursor: null, total: { value: 1, exact: true } })
      return <CaseTimeline caseID={7} />
    },
    { texts: ['app', 'cases'] },
  )
  await expect.element(page.getByText(text('cases.events.callDeclined'))).toBeVisible()
  expect(page.getByText(text('cases.events.callNotAnswered')).query()).toBeNull()
})

test('a call that has begun is not called sent', async () => {
  await renderScreen(
    (api) => {
      const rows = [item(2, 'call', 'callStarted', 'sent'), item(1, 'email', 'emailSent', 'sent')]
      api.answer(caseApi.timeline, { rows, nextCursor: null, total: { value: 2, exact: true } })
      return <CaseTimeline caseID={7} />
    },
    { texts: ['app', 'cases'] },
  )
  await expect.element(page.getByText(text('cases.events.callStarted'))).toBeVisible()
  expect(page.getByText(text('cases.deliveries.sent'), { exact: true }).elements()).toHaveLength(1)
})

test('where all is simulated the toolbar says so once; where some is not, each line that is has its mark', async () => {
  await renderScreen(
    (api) => {
      api.answer(caseApi.timeline, {
        rows: [{ ...item(1, 'email', 'emailSent', 'sent'), simulated: true }],
        nextCursor: null,
        total: { value: 1, exact: true },
      })
      return <CaseTimeline caseID={7} />
    },
    { texts: ['app', 'cases'] },
  )
  const marks = page.getByRole('img', { name: text('app.simulation') })
  await expect.element(page.getByText(text('cases.events.emailSent'))).toBeVisible()
  expect(marks.elements()).toHaveLength(0)
  changeSession((session) => ({ ...session, onlySimulation: false }))
  await expect.element(marks).toBeVisible()
})

test('what a person pressed under a message says so, and the message has its buttons as a list to read', async () => {
  const pressed = {
    ...item(2, 'whatsapp', 'whatsappReceived', 'received'),
    communicationID: null,
    params: { text: 'Bel mij' },
    isPressed: true,
  }
  const sent = {
    ...item(1, 'whatsapp', 'whatsappSent', 'sent'),
    excerpt: 'Wat komt u uit?',
    buttons: [{ kind: 'reply', words: 'Bel mij', about: '', url: '' }],
  }
  await renderScreen(
    (api) => {
      api.answer(caseApi.timeline, { rows: [pressed, sent] as TimelineItem[], nextCursor: null, total: { value: 2, exact: true } })
      return <CaseTimeline caseID={7} />
    },
    { texts: ['cases'] },
  )
  await expect.element(page.getByText(text('cases.events.whatsappPressed', { text: 'Bel mij' }))).toBeVisible()
  const buttons = page.getByRole('list', { name: text('cases.messages.buttons') })
  await expect.element(buttons).toHaveTextContent('Bel mij')
  expect(buttons.getByRole('button').elements()).toEqual([])
})

test('printing asks for each message in full, and prints when it is there', async () => {
  const printed: string[] = []
  vi.spyOn(globalThis, 'print').mockImplementation(() => void printed.push(document.body.textContent))
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(caseApi.timeline, ({ query: { texts } }) => {
        const excerpt = texts === 'whole' ? 'Beste Ada,\n\nde hele brief' : 'Beste Ada…'
        return { rows: [{ ...item(1, 'email', 'emailSent', 'sent'), excerpt }], nextCursor: null, total: { value: 1, exact: true } }
      })
      return (
        <QueryClientProvider client={queryClient}>
          <CaseTimeline caseID={7} />
        </QueryClientProvider>
      )
    },
    { texts: ['cases'] },
  )
  await expect.element(page.getByText('Beste Ada…')).toBeVisible()
  expect(document.body.textContent).toContain(text('cases.print.cut'))
  await page.getByRole('button', { name: text('cases.print.action') }).click()
  await expect.poll(() => printed.length).toBe(1)
  expect(printed[0]).toContain('de hele brief')
  expect(printed[0]).not.toContain(text('cases.print.cut'))
  expect(api.callsOf(caseApi.timeline).map(({ query }) => query.texts)).toEqual([undefined, 'whole'])
  vi.restoreAllMocks()
})
