import { Right } from '@regie/contract/right-codes.ts'
import { templateApi } from '@regie/contract/template-api.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { templateWith } from '../../../test/template-detail.ts'
import { TextInPlace } from './text-in-place.tsx'

const begun = templateWith([{ id: 'a', type: 'text', html: '<p>Beste klant</p>' }])

function Step() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        step
      </button>
      {isOpen && <TextInPlace templateID={7} scriptID={1} onOpen={() => undefined} onClose={() => setOpen(false)} />}
    </>
  )
}

async function open() {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(templateApi.get, begun)
      fake.answer(templateApi.impact, { scripts: [], batches: 0, openCases: 0, parents: [], queued: 0 })
      fake.answer(templateApi.preview, { subject: 'Uw factuur', text: '', html: '<p>Beste klant</p>', missing: [], faults: [] })
      return <Step />
    },
    { rights: [Right.viewTemplates, Right.changeTemplates], texts: ['templates', 'speech'] },
  )
  await opener.click()
  await expect.element(sheet()).toBeVisible()
  return api
}
const opener = page.getByRole('button', { name: 'step' })
const dialog = () => page.getByRole('dialog', { name: text('templates.inPlace.title', { name: begun.name }) })
const question = () => page.getByRole('dialog', { name: text('ui.typed.title') })
const sheet = () => page.getByRole('textbox', { name: text('templates.blocks.label') })

async function write() {
  await page.getByText('Beste klant', { exact: true }).first().click()
  await userEvent.keyboard('{End}!')
}

test('Esc in the text of an e-mail that was not changed goes back to the step', async () => {
  await open()
  await page.getByText('Beste klant', { exact: true }).first().click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('what is kept asks nothing, neither at Esc nor at the close button', async () => {
  const api = await open()
  api.answer(templateApi.saveDraft, { ...begun, draftVersion: 1, hasDraft: true, draftBy: 'tess', draftAt: '2026-03-02T10:00:00Z' })
  await write()
  await expect.element(page.getByText(text('templates.saving.saved'), { exact: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('words of an e-mail that are not kept are asked for by Esc and by the close button', async () => {
  const api = await open()
  api.refuse(templateApi.saveDraft, { error: 'error.unavailable' })
  await write()
  await expect.poll(() => api.callsOf(templateApi.saveDraft).length).toBeGreaterThan(0)
  await userEvent.keyboard('{Escape}')
  await question()
    .getByRole('button', { name: text('ui.typed.keep') })
    .click()
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(sheet()).toHaveTextContent('Beste klant!')
  await dialog()
    .getByRole('button', { name: text('ui.close') })
    .first()
    .click()
  await question()
    .getByRole('button', { name: text('ui.typed.discard') })
    .click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})
