import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen } from '../../test/render-screen.tsx'
import { paths } from '../paths.ts'
import { Button } from './button.tsx'
import { TextAreaInput } from './inputs.tsx'
import { Popover } from './menu.tsx'
import { Page } from './page.tsx'

function Example({ withoutKey = false }: { withoutKey?: boolean }) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  return (
    <Page title="Case" back={{ to: paths.batches(), label: 'Batches', withoutKey }}>
      <TextAreaInput label="Note" value={text} onChange={setText} />
      <Popover label="Panel" isOpen={isOpen} onOpen={setOpen} trigger={<Button onPress={() => setOpen(true)}>more</Button>}>
        <p>panel</p>
      </Popover>
      <h2 tabIndex={-1}>place</h2>
    </Page>
  )
}

test('Esc stays on a page that one did not come to from there, and a key that is held down leaves none', async () => {
  const { path } = await renderScreen(() => <Example withoutKey />, { path: '/search' })
  await expect.element(page.getByRole('heading', { name: 'place' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(path()).toBe('/search')
  await renderScreen(() => <Example />, { path: '/search' })
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', repeat: true, bubbles: true }))
  await userEvent.keyboard('x')
  expect(path()).toBe('/search')
})

const leaveField = () => (document.activeElement as HTMLElement | null)?.blur()

test('Esc leaves a page only when nothing is open and nothing is typed', async () => {
  const { path } = await renderScreen(() => <Example />, { path: '/search' })
  await page.getByRole('button', { name: 'more' }).click()
  await expect.element(page.getByText('panel')).toBeVisible()
  page.getByRole('heading', { name: 'place' }).element().focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('panel')).not.toBeInTheDocument()
  expect(path()).toBe('/search')
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('nog bellen')
  leaveField()
  await userEvent.keyboard('{Escape}')
  await expect.element(note).toHaveFocus()
  expect(path()).toBe('/search')
  await note.fill('')
  leaveField()
  await userEvent.keyboard('{Escape}')
  await expect.poll(path).toBe('/batches')
})
