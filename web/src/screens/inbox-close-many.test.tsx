import { type ConversationRow, inboxApi } from '@regie/contract/inbox.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../test/render-screen.tsx'
import { CloseMany } from './inbox-close-many.tsx'
import { useInbox } from '../features/inbox/inbox-data.ts'
import { InboxList } from '../features/inbox/inbox-list.tsx'

const at = '2026-06-01T08:00:00.000Z'
const row = (conversationID: number, name: string): ConversationRow => ({
  ...{ conversationID, channel: 'sms', name, address: '', caseID: 2, caseNumber: 'D2', state: 'open', snoozedUntil: null, assigned: null },
  ...{ caseClosedAt: null, waitingSince: at, lastAt: at, excerpt: 'Ja graag', lastIsOurs: false, unread: 0, windowEndsAt: null },
})

function Part() {
  const list = useInbox({ customerID: 1, view: 'open', channel: undefined })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return (
    <>
      <InboxList
        list={list}
        words=""
        view="open"
        channel={undefined}
        current={null}
        onOpen={() => undefined}
        ticked={{ chosen, onChange: setChosen }}
      />
      <CloseMany
        customerID={1}
        rows={(list.rows ?? []).filter(({ conversationID }) => chosen.has(String(conversationID)))}
        onChosen={setChosen}
      />
    </>
  )
}

test('the ticked conversations are done at once, and who could not be is named', async () => {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(inboxApi.list, { rows: [row(1, 'Femke'), row(2, 'Joris')], nextCursor: null })
      fake.answer(inboxApi.changeMany, { refused: [{ conversationID: 2, error: 'error.conflict' }] })
      return <Part />
    },
    { rights: [Right.inbox], texts: ['inbox', 'cases', 'bulk'] },
  )
  const bar = page.getByRole('region', { name: text('inbox.many.bar') })
  await page.getByRole('checkbox', { name: text('inbox.many.choose', { name: 'Joris' }) }).click()
  await expect.element(bar).toBeVisible()
  await page.getByRole('checkbox', { name: text('inbox.many.chooseAll') }).click()
  await bar.getByRole('button', { name: text('inbox.done') }).click()
  await expect.element(page.getByText(text('inbox.many.done', { count: 1 }))).toBeVisible()
  await expect.element(page.getByRole('alert').getByText(text('inbox.many.refused', { names: 'Joris' }))).toBeVisible()
  const conversations = [1, 2].map((conversationID) => ({ conversationID, lastAt: at }))
  expect(api.callsOf(inboxApi.changeMany).map(({ body }) => body)).toEqual([{ customerID: 1, state: 'closed', conversations }])
})
