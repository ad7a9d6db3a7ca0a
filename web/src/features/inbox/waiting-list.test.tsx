import { type ConversationRow, inboxApi } from '@regie/contract/inbox.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { WaitingList } from './waiting-list.tsx'

const row = (conversationID: number): ConversationRow => ({
  conversationID,
  channel: 'sms',
  name: `Femke ${conversationID}`,
  address: '+31612345678',
  caseID: conversationID === 1 ? null : conversationID,
  caseNumber: conversationID === 1 ? null : `D${conversationID}`,
  state: 'open',
  snoozedUntil: null,
  assigned: null,
  caseClosedAt: null,
  waitingSince: '2026-06-01T08:00:00.000Z',
  lastAt: '2026-06-01T08:00:00.000Z',
  excerpt: 'Ja graag',
  lastIsOurs: false,
  unread: 1,
  windowEndsAt: null,
})

const draw = (rows: readonly ConversationRow[], rights: readonly number[] = [Right.inbox]) =>
  renderScreen(
    (fake) => {
      fake.answer(inboxApi.list, { rows: [...rows], nextCursor: null })
      fake.answer(inboxApi.counts, { open: rows.length, mine: 0, nobody: rows.length, unknown: 1 })
      return (
        <>
          <WaitingList customerID={1} />
          <p>below</p>
        </>
      )
    },
    { rights, texts: ['inbox', 'cases'] },
  )

const panel = () => page.getByRole('region', { name: text('inbox.title') })

test('the six who wait longest stand there, each one press from their conversation, with how many wait in all', async () => {
  const { path } = await draw([1, 2, 3, 4, 5, 6, 7].map(row))
  await expect.element(panel().getByText(text('inbox.waiting', { open: 7, mine: 0, unknown: 1 }))).toBeVisible()
  await expect.poll(() => panel().getByRole('listitem').elements()).toHaveLength(6)
  await expect.poll(() => panel().getByText(text('inbox.unknown'), { exact: true }).elements()).toHaveLength(1)
  await panel().getByRole('link', { name: 'Femke 2' }).click()
  await expect.poll(path).toContain('conversation=2')
})

test('who has no right to the messages does not ask for them', async () => {
  const { api } = await draw([row(2)], [])
  await expect.element(page.getByText('below')).toBeVisible()
  expect(api.callsOf(inboxApi.list)).toEqual([])
  expect(panel().query()).toBeNull()
})
