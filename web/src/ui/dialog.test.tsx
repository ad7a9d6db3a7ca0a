import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as z from 'zod/mini'
import { renderScreen, text } from '../../test/render-screen.tsx'
import { ApiFailure } from '../api/api-failure.ts'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { SelectInput } from './inputs.tsx'
import { TextInput } from './text-inputs.tsx'
import { useVersionedForm } from './use-versioned-form.ts'

function Example({ onConfirm }: { onConfirm: (name: string) => Promise<void> }) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  return (
    <>
      <Button onPress={() => setOpen(true)}>open</Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="question"
        verb="close batch"
        kind="danger"
        onConfirm={() => onConfirm(name)}
        onClose={() => setOpen(false)}
      >
        <TextInput label="name" value={name} onChange={setName} />
      </ConfirmDialog>
    </>
  )
}

const opener = page.getByRole('button', { name: 'open' })
const dialog = page.getByRole('dialog', { name: 'question' })
const name = dialog.getByLabelText('name')
const verb = dialog.getByRole('button', { name: 'close batch' })

test('a dialog takes the focus, keeps it, and gives it back on Esc', async () => {
  await renderScreen(() => <Example onConfirm={() => Promise.resolve()} />)
  await opener.click()
  await expect.element(name).toHaveFocus()
  for (let presses = 0; presses < 8; presses += 1) {
    await userEvent.keyboard('{Tab}')
    // Past the last one a browser may stand on its own bar, never on the page behind.
    expect(document.activeElement === document.body || document.activeElement?.closest('dialog')).toBeTruthy()
  }
  await name.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('Ctrl+Enter in a field is its action', async () => {
  const asked: string[] = []
  await renderScreen(() => (
    <Example
      onConfirm={(typed) => {
        asked.push(typed)
        return Promise.resolve()
      }}
    />
  ))
  await opener.click()
  await name.fill('export')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(asked).toEqual(['export'])
})

test('its button names the action, and a refusal leaves it open with what was typed', async () => {
  const asked: string[] = []
  await renderScreen(() => (
    <Example
      onConfirm={(typed) => {
        asked.push(typed)
        return asked.length === 1 ? Promise.reject(new ApiFailure(503, { error: 'error.unavailable' })) : Promise.resolve()
      }}
    />
  ))
  await opener.click()
  await name.fill('najaar')
  await verb.click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(text('errors.error.unavailable'))
  await expect.element(name).toHaveValue('najaar')
  await verb.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(asked).toEqual(['najaar', 'najaar'])
})

test('Esc and a press outside ask before what was typed is lost', async () => {
  await renderScreen(() => <Example onConfirm={() => Promise.resolve()} />)
  const question = page.getByRole('dialog', { name: text('ui.typed.title') })
  await opener.click()
  await name.fill('najaar')
  // Again and again: a browser holds its own Esc back only once.
  for (let presses = 0; presses < 3; presses += 1) {
    await userEvent.keyboard('{Escape}')
    await expect.element(question.getByRole('button', { name: text('ui.typed.keep') })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(name).toHaveValue('najaar')
  }
  dialog.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  await question.getByRole('button', { name: text('ui.typed.discard') }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('what was typed and taken back is closed without a question', async () => {
  await renderScreen(() => <Example onConfirm={() => Promise.resolve()} />)
  await opener.click()
  await name.fill('najaar')
  await name.fill('')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('what was only chosen is closed without a question', async () => {
  function Choosing() {
    const [isOpen, setOpen] = useState(true)
    const [kind, setKind] = useState('one')
    return (
      <Dialog isOpen={isOpen} title="question" onClose={() => setOpen(false)}>
        <SelectInput label="kind" value={kind} onChange={setKind} options={['one', 'two'].map((value) => ({ value, label: value }))} />
      </Dialog>
    )
  }
  await renderScreen(() => <Choosing />)
  await dialog.getByLabelText('kind').selectOptions('two')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

function SavedInside() {
  const [typed, setTyped] = useState('')
  const { save } = useVersionedForm({ row: { version: 1 }, schema: z.object({ version: z.number() }), isChanged: () => true })
  return (
    <>
      <TextInput label="name" value={typed} onChange={setTyped} />
      <Button onPress={() => void save(() => Promise.resolve({ version: 2 }))}>save</Button>
    </>
  )
}

function StaysOpen() {
  const [isOpen, setOpen] = useState(true)
  return (
    <Dialog isOpen={isOpen} title="question" onClose={() => setOpen(false)}>
      <SavedInside />
    </Dialog>
  )
}

test('what was saved in a dialog that stays open is closed without a question; what is typed after that is asked about', async () => {
  await renderScreen(() => <StaysOpen />)
  await name.fill('najaar')
  await dialog.getByRole('button', { name: 'save' }).click()
  await name.click()
  await userEvent.keyboard('!')
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('dialog', { name: text('ui.typed.title') })
  await question.getByRole('button', { name: text('ui.typed.keep') }).click()
  await dialog.getByRole('button', { name: 'save' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

function Rows() {
  const [rows, setRows] = useState(['first', 'second'])
  const [chosen, setChosen] = useState('')
  // As a list does that is asked again: its row goes after the question is closed.
  const remove = () => void setTimeout(() => setRows(rows.filter((row) => row !== chosen)), 100)
  return (
    <section aria-label="rows">
      {rows.map((row) => (
        <Button key={row} onPress={() => setChosen(row)}>
          {row}
        </Button>
      ))}
      <ConfirmDialog isOpen={chosen !== ''} title="question" verb="remove" onConfirm={remove} onClose={() => setChosen('')}>
        gone after this
      </ConfirmDialog>
    </section>
  )
}

test('where the button that asked goes with what was done, the part of the page around it has the focus', async () => {
  await renderScreen(() => <Rows />)
  await page.getByRole('button', { name: 'first' }).click()
  await dialog.getByRole('button', { name: 'remove' }).click()
  await expect.element(page.getByRole('button', { name: 'first' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'rows' })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'second' })).toHaveFocus()
})
