import { caseApi, type TimelineItem } from '@regie/contract/cases.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { CaseTimeline } from './case-timeline.tsx'

const item = (id: number, kind: TimelineItem['kind'], event: string, state: TimelineItem['state']): TimelineItem => ({
  id,
  at: '2026-06-01T10:00:00.000Z',
  kind,
  event,
  params: {},
  communicationID: id,
  state,
  simulated: false,
  reason: null,
  by: null,
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
