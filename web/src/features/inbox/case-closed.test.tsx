import { type ConversationRow, inboxApi, type InboxView } from '@regie/contract/inbox.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { formatDate } from '../../locales/format.ts'
import { ConversationHead } from './conversation-head.tsx'
import { useInbox } from './inbox-data.ts'
import { InboxList } from './inbox-list.tsx'

const closedAt = '2026-05-28T10:00:00.000Z'
const row: ConversationRow = {
  conversationID: 2,
  channel: 'sms',
  name: 'Femke',
  address: '+31612345678',
  caseID: 2,
  caseNumber: 'D2',
  state: 'open',
  snoozedUntil: null,
  assigned: null,
  caseClosedAt: closedAt,
  waitingSince: '2026-06-01T08:00:00.000Z',
  lastAt: '2026-06-01T08:00:00.000Z',
  excerpt: 'Ja graag',
  lastIsOurs: false,
  unread: 0,
  windowEndsAt: null,
}
const ofConversation = { customerID: 1, items: [], hasOlder: false, proposals: [], isWithoutNumber: false, visitor: null, mayUntie: false }

function List({ view, words }: { view: InboxView; words: string }) {
  const list = useInbox({ customerID: 1, view, channel: undefined })
  return <InboxList list={list} words={words} view={view} channel={undefined} current={null} onOpen={() => undefined} />
}

const drawList = (view: InboxView, words = '') =>
  renderScreen(
    (fake) => {
      fake.answer(inboxApi.list, { rows: [row], nextCursor: null })
      return <List view={view} words={words} />
    },
    { rights: [Right.inbox], texts: ['inbox', 'cases'] },
  )

const badge = () => page.getByText(text('inbox.caseClosed', { at: formatDate(closedAt) }), { exact: true })

test('among others a conversation says when its case was closed', async () => {
  await drawList('open')
  await expect.element(badge()).toBeVisible()
})

test('the list of closed cases does not say so again in each row', async () => {
  await drawList('caseClosed')
  await expect.element(page.getByText('Ja graag')).toBeVisible()
  expect(badge().query()).toBeNull()
})

test('what a search finds says so whatever the list', async () => {
  await drawList('caseClosed', 'graag')
  await expect.element(badge()).toBeVisible()
})

test('the head of a conversation says when its case was closed', async () => {
  const nothing = () => undefined
  await renderScreen(
    (fake) => {
      fake.answer(inboxApi.colleagues, [])
      const found = { ...row, ...ofConversation }
      return <ConversationHead found={found} onBack={nothing} onDone={nothing} onReply={nothing} onUntied={nothing} />
    },
    { rights: [Right.inbox], texts: ['inbox', 'cases'] },
  )
  await expect.element(badge()).toBeVisible()
})
