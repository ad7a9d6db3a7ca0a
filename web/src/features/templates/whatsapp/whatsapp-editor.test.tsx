import type { WrittenBody } from '@regie/contract/templates.ts'
import { whatsappApi } from '@regie/contract/whatsapp-texts.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { templateWith } from '../../../../test/template-detail.ts'
import { OwnBubble } from './chat-bubble.tsx'
import { WhatsappEditor } from './whatsapp-editor.tsx'

const own: WrittenBody = { subject: '', text: 'Wat komt u uit?', blocks: [], choices: { kind: 'none' } }

type WritingProps = { onMade: (body: WrittenBody) => void; begun?: WrittenBody }

function Writing({ onMade, begun = own }: WritingProps) {
  const [body, setBody] = useState(begun)
  const change = (made: WrittenBody) => {
    onMade(made)
    setBody(made)
  }
  return (
    <WhatsappEditor
      template={templateWith([], { kind: 'whatsapp' })}
      body={body}
      filled={null}
      locale="nl"
      isReadOnly={false}
      onChange={change}
    />
  )
}

const chip = (name: string) => page.getByText(name, { exact: true })
const field = (label: string) => page.getByLabelText(label, { exact: true })

test('three buttons are written, a fourth says why not, and a list takes their words', async () => {
  let made = own
  await renderScreen(() => <Writing onMade={(body) => (made = body)} />, { texts: ['templates'] })
  await chip(text('templates.own.choices.buttons')).click()
  await field(text('templates.own.button', { no: 1 })).fill('Bel mij')
  const add = page.getByRole('button', { name: new RegExp(`^${text('templates.own.addButton')}`) })
  await add.click()
  await add.click()
  await field(text('templates.own.button', { no: 3 })).fill('Ik betaal')
  await expect.poll(() => made.choices).toEqual({ kind: 'buttons', buttons: ['Bel mij', '', 'Ik betaal'] })
  await expect.element(add).toHaveAccessibleName(/3/)
  await page.getByRole('button', { name: text('templates.own.removeButton', { no: 2 }) }).click()
  await chip(text('templates.own.choices.list')).click()
  const rows = [
    { title: 'Bel mij', about: '' },
    { title: 'Ik betaal', about: '' },
  ]
  await expect.poll(() => made.choices).toEqual({ kind: 'list', word: '', rows })
})

const atMeta = {
  ...{ name: 'zo_betaalt_u', language: 'nl', header: '', body: 'Beste {{1}}, zo betaalt u {{2}}.', footer: '' },
  ...{ headerKind: 'document' as const, buttons: [{ type: 'url' as const, text: 'Nu betalen', url: '{{1}}' }] },
}
const before = { ...atMeta, headerKind: 'image' as const, body: 'Beste {{1}}' }
const photo = { fileID: 4, kind: 'image' as const, fileName: 'foto.png', bytes: 900 }
const approvedBefore = { ...before, file: photo, fields: { header: [], body: ['naam'], buttons: ['betaallink'] } }

test('a text that changed at Meta says so, and is taken over with the fields that still have a place', async () => {
  let made: WrittenBody = { subject: '', text: '', blocks: [], approved: approvedBefore }
  await renderScreen(
    (api) => {
      const listed = { ...atMeta, status: 'APPROVED' as const, category: 'UTILITY' as const, quality: 'GREEN' as const, providerName: null }
      api.answer(whatsappApi.texts, { texts: [listed], numbers: [], failed: [] })
      return <Writing onMade={(body) => (made = body)} begun={made} />
    },
    { texts: ['templates'] },
  )
  await expect.element(page.getByText(text('templates.whatsapp.changed'))).toBeVisible()
  await page.getByRole('button', { name: text('templates.whatsapp.takeOver') }).click()
  // The picture does not fit where a document belongs now.
  await expect.poll(() => made.approved).toEqual({ ...atMeta, fields: { header: [], body: ['naam', ''], buttons: ['betaallink'] } })
  await expect.poll(() => page.getByText(text('templates.whatsapp.changed')).query()).toBeNull()
})

test('the preview shows a list as a phone does', async () => {
  const choices = { kind: 'list' as const, word: 'Kies', rows: [{ title: 'Morgen', about: 'Voor vijf uur' }] }
  await renderScreen(() => <OwnBubble choices={choices} text={'Wanneer?\n\n[Kies]\n- Morgen: Voor vijf uur'} />, { texts: ['templates'] })
  await expect.element(page.getByText('Wanneer?', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('listitem')).toHaveTextContent('MorgenVoor vijf uur')
})
