import { type Conversation, inboxApi } from '@regie/contract/inbox.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { ConversationHead } from './conversation-head.tsx'

const later = new Date(Date.now() + 48 * 3_600_000).toISOString()
const conversation: Conversation = {
  ...{ conversationID: 2, customerID: 1, channel: 'sms', name: 'Femke', address: '+31612345678', caseID: 2, caseNumber: 'D2' },
  ...{ state: 'open', snoozedUntil: null, assigned: null, caseClosedAt: null, windowEndsAt: null, visitor: null },
  ...{ waitingSince: '2026-06-01T08:00:00.000Z', lastAt: '2026-06-01T08:00:00.000Z', excerpt: 'Ja graag', lastIsOurs: false, unread: 0 },
  ...{ items: [], hasOlder: false, proposals: [], isWithoutNumber: false, mayUntie: false },
}

const show = (found: Conversation) =>
  renderScreen(
    (api) => {
      api.answer(inboxApi.colleagues, [])
      api.answer(inboxApi.change, undefined)
      const nothing = () => undefined
      return <ConversationHead found={found} onBack={nothing} onDone={nothing} onReply={nothing} onUntied={nothing} />
    },
    { rights: [Right.inbox], texts: ['inbox', 'cases'] },
  )
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

test('a conversation that was put off and then called done is put off again when that is taken back', async () => {
  const { api } = await show({ ...conversation, state: 'snoozed', snoozedUntil: later })
  await press(text('inbox.done'))
  await press(text('inbox.putBack'))
  await expect.poll(() => api.callsOf(inboxApi.change).map(({ body }) => body)[1]).toEqual({ state: 'snoozed', until: later })
})

test('putting off is taken back too', async () => {
  const { api } = await show(conversation)
  await press(text('inbox.snooze'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('inbox.snooze'), exact: true })
    .click()
  await press(text('inbox.putBack'))
  await expect.poll(() => api.callsOf(inboxApi.change).map(({ body }) => body)[1]).toEqual({ state: 'open' })
})
