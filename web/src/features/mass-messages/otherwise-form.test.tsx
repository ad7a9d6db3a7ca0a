import type { MessageTemplate } from '@regie/contract/messages.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { emptyDraft, type MessageDraft, planOf } from './message-draft.ts'
import { OtherwiseForm } from './otherwise-form.tsx'

const templates: MessageTemplate[] = [
  { templateID: 1, channel: 'whatsapp', name: 'Herinnering', group: '' },
  { templateID: 2, channel: 'sms', name: 'Herinnering', group: '' },
  { templateID: 3, channel: 'sms', name: 'Aanmaning', group: '' },
  { templateID: 4, channel: 'email', name: 'Brief', group: '' },
]

function Writing({ onMade }: { onMade: (draft: MessageDraft) => void }) {
  const [draft, setDraft] = useState<MessageDraft>({ ...emptyDraft, channel: 'whatsapp', templateID: 1 })
  const change = (made: MessageDraft) => {
    onMade(made)
    setDraft(made)
  }
  return <OtherwiseForm draft={draft} templates={templates} onChange={change} />
}

const add = () => page.getByRole('button', { name: text('massMessages.what.otherwiseAdd') })
const row = (channel: string) =>
  page.getByRole('group', { name: text('massMessages.what.otherwiseBy', { channel: text(`cases.channels.${channel}`) }) })

test('the channels come in turn: each once, the text of the same name is chosen, and one without a text does not count', async () => {
  let plan: ReturnType<typeof planOf> = null
  await renderScreen(() => <Writing onMade={(draft) => (plan = planOf(1, draft))} />, { texts: ['massMessages', 'cases'] })
  const otherwise = () => plan?.otherwise
  await add().click()
  // E-mail is first of the free ones; none of its texts is called so.
  await expect.element(row('email')).toBeVisible()
  expect(otherwise()).toEqual([])
  await userEvent.selectOptions(row('email').getByRole('combobox').first(), text('cases.channels.sms'))
  await expect.poll(otherwise).toEqual([{ channel: 'sms', templateID: 2 }])
  await add().click()
  await expect.element(row('email')).toBeVisible()
  // Three channels there are: no fourth is offered.
  await expect.element(add()).not.toBeInTheDocument()
  const remove = text('massMessages.what.otherwiseRemove', { channel: text('cases.channels.sms') })
  await page.getByRole('button', { name: remove }).click()
  await expect.element(row('sms')).not.toBeInTheDocument()
  expect(otherwise()).toEqual([])
})
