import type { TemplateBlock } from '@regie/contract/template-blocks.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { templateWith } from '../../../../test/template-detail.ts'
import { MailWriter } from './mail-writer.tsx'

const template = templateWith([], { sections: [{ key: 'voet', name: 'Voettekst', liveNo: 2 }] })
const line = (html: string): TemplateBlock => ({ id: html, type: 'text', html: `<p>${html}</p>` })
const pay: TemplateBlock = { id: 'p', type: 'pay', label: 'Nu betalen' }

/** The writer over what it wrote; `later` gives back each text only after a moment, one after the other, as a slow machine does. */
function Writer({ begin, isReadOnly, later, onMade }: Shown & { onMade: (blocks: TemplateBlock[]) => void }) {
  const [blocks, setBlocks] = useState(begin)
  const [came, setCame] = useState(0)
  const change = (made: TemplateBlock[]) => {
    onMade(made)
    if (later === undefined) setBlocks(made)
    else setTimeout(() => giveBack(made), later)
  }
  const giveBack = (made: TemplateBlock[]) => {
    setBlocks(made)
    setCame((count) => count + 1)
  }
  return (
    <>
      <button type="button" onClick={() => setBlocks([line('Van een ander')])}>
        colleague
      </button>
      <output>{came}</output>
      <MailWriter blocks={blocks} template={template} isReadOnly={isReadOnly ?? false} onChange={change} />
    </>
  )
}

type Shown = { begin: readonly TemplateBlock[]; isReadOnly?: boolean; later?: number }

async function open(shown: Shown) {
  const made: TemplateBlock[][] = []
  await renderScreen(() => <Writer {...shown} onMade={(blocks) => made.push(blocks)} />, { texts: ['templates'] })
  await expect.element(sheet()).toBeVisible()
  return { last: () => (made.at(-1) ?? shown.begin).map(wordsOf), made }
}
const wordsOf = (block: TemplateBlock) => ('html' in block ? block.html : 'text' in block ? `# ${block.text}` : block.type)
const sheet = () => page.getByRole('textbox', { name: text('templates.blocks.label') })
const typeName = (type: string) => text(`templates.blocks.types.${type}`)
const actionsOf = (type: string) => page.getByRole('button', { name: text('templates.blocks.actions', { name: typeName(type) }) })
const item = (name: string) => page.getByRole('menuitem', { name })

/** Puts the caret at the end of a line, as a press there does. */
async function writeAfter(words: string) {
  await page.getByText(words, { exact: true }).click()
  await userEvent.keyboard('{End}')
}

async function paste(html: string) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/html', html)
  sheet()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.element(sheet()).toBeVisible()
}

test('words typed fast stay where they are typed while older texts come back', async () => {
  const { last, made } = await open({ begin: [line('Eerste'), pay, line('Laatste')], later: 30 })
  await writeAfter('Laatste')
  await userEvent.keyboard('{Enter}abcdefghijklmnopqrstuvwxyz{Enter}0123456789')
  await expect.poll(last).toEqual(['<p>Eerste</p>', 'pay', '<p>Laatste</p><p>abcdefghijklmnopqrstuvwxyz</p><p>0123456789</p>'])
  // When each text came back, none of the older ones has replaced what stands there.
  await expect.poll(() => document.querySelector('output')?.textContent).toBe(String(made.length))
  await userEvent.keyboard('!')
  await expect.poll(last).toEqual(['<p>Eerste</p>', 'pay', '<p>Laatste</p><p>abcdefghijklmnopqrstuvwxyz</p><p>0123456789!</p>'])
  expect(made.length).toBeGreaterThan(30)
})

test('a text from elsewhere replaces what stands there, and is written on', async () => {
  const { last } = await open({ begin: [line('Eerste')] })
  await writeAfter('Eerste')
  await userEvent.keyboard(' oud')
  await page.getByText('colleague').click()
  await writeAfter('Van een ander')
  await userEvent.keyboard(' nieuw')
  await expect.poll(last).toEqual(['<p>Van een ander nieuw</p>'])
})

test('a press in the text, also below a button, is no change', async () => {
  const { last, made } = await open({ begin: [line('Eerste'), pay] })
  await page.getByText('Eerste').click()
  await userEvent.keyboard('{End}{ArrowDown}{ArrowUp}')
  expect(made).toEqual([])
  await userEvent.keyboard('!')
  await expect.poll(last).toEqual(['<p>Eerste!</p>', 'pay'])
})

test('a piece is moved and removed by keyboard, and stays the one that is chosen', async () => {
  const { last } = await open({ begin: [line('Eerste'), line('Tweede'), pay] })
  await userEvent.click(page.getByRole('button', { name: /Nu betalen$/ }))
  const go = async (way: string) => {
    ;(actionsOf('pay').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(item(text(`templates.blocks.${way}`, { name: typeName('pay') }))).toBeVisible()
    ;(item(text(`templates.blocks.${way}`, { name: typeName('pay') })).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
  }
  await go('up')
  await expect.poll(last).toEqual(['<p>Eerste</p>', 'pay', '<p>Tweede</p>'])
  await go('up')
  await expect.poll(last).toEqual(['pay', '<p>Eerste</p><p>Tweede</p>'])
  await go('remove')
  await expect.poll(last).toEqual(['<p>Eerste</p><p>Tweede</p>'])
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(last).toEqual(['pay', '<p>Eerste</p><p>Tweede</p>'])
})

test('the line under the pointer has its actions before anybody wrote', async () => {
  await open({ begin: [line('Eerste'), pay] })
  await page.getByText('Eerste').hover()
  await expect.element(actionsOf('text')).toBeVisible()
})

test('a part comes below the line in which somebody writes, and its fields are filled in', async () => {
  const { last, made } = await open({ begin: [line('Eerste'), line('Tweede')] })
  await writeAfter('Eerste')
  await page.getByRole('button', { name: text('templates.blocks.piece') }).click()
  await item(typeName('button')).click()
  await page.getByLabelText(text('templates.blocks.buttonLabel')).fill('Lees meer')
  await page.getByLabelText(text('templates.blocks.address')).fill('https://regie.example')
  await expect.poll(last).toEqual(['<p>Eerste</p>', 'button', '<p>Tweede</p>'])
  await expect.poll(() => made.at(-1)?.[1]).toMatchObject({ label: 'Lees meer', href: 'https://regie.example' })
})

test('what was pasted brings no script, no handler, no unsafe address and no words that are not seen', async () => {
  const { last, made } = await open({ begin: [line('Eerste')] })
  await writeAfter('Eerste')
  const piece = (block: unknown) => `<div data-piece='${JSON.stringify(block)}'></div>`
  await paste(
    '<p onclick="window.wasRun=1">Veilig <a href="javascript:window.wasRun=1">woord</a></p><img src="x" onerror="window.wasRun=1">' +
      '<script>window.wasRun=1</script>' +
      piece({ id: 'x', type: 'button', label: 'Klik', href: 'javascript:window.wasRun=1' }) +
      piece({ id: 'y', type: 'text', html: '<p>Ongezien</p>' }) +
      piece({ id: 'z', type: 'script', src: 'https://elders.example' }) +
      piece({ id: 'p', type: 'pay', label: 'Nu betalen' }),
  )
  await expect.poll(() => last().filter((words) => !words.startsWith('<'))).toEqual(['button', 'pay'])
  expect(made.at(-1)?.find(({ type }) => type === 'button')).toMatchObject({ href: 'https://' })
  expect(last().join('')).toContain('Veilig woord')
  expect(JSON.stringify(made)).not.toMatch(/javascript|wasRun|Ongezien|elders|onclick|onerror/)
  expect(sheet().element().innerHTML).not.toMatch(/javascript|wasRun|Ongezien|elders/)
  expect('wasRun' in window).toBe(false)
})

test('Ctrl+Z takes back what was written', async () => {
  const { last } = await open({ begin: [line('Eerste')] })
  await writeAfter('Eerste')
  await userEvent.keyboard(' meer')
  await expect.poll(last).toEqual(['<p>Eerste meer</p>'])
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(last).toEqual(['<p>Eerste</p>'])
})

test('who may only read has no tools and changes nothing', async () => {
  const { made } = await open({ begin: [line('Eerste'), pay], isReadOnly: true })
  await expect.element(sheet()).toHaveAttribute('contenteditable', 'false')
  await page.getByText('Eerste').click()
  await userEvent.keyboard('{End}weg{Backspace}')
  await expect.element(page.getByRole('toolbar')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /Nu betalen$/ })).toBeDisabled()
  expect(made).toEqual([])
})

test('an empty e-mail says how to begin until something is written', async () => {
  const { last } = await open({ begin: [] })
  const hint = page.getByText(text('templates.blocks.empty'))
  await expect.element(hint).toBeVisible()
  await sheet().click()
  await userEvent.keyboard('Beste')
  await expect.element(hint).not.toBeInTheDocument()
  expect(last()).toEqual(['<p>Beste</p>'])
})
