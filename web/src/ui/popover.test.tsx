import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen } from '../../test/render-screen.tsx'
import { Button } from './button.tsx'
import { Popover } from './menu.tsx'

function Example() {
  const [isOpen, setOpen] = useState(false)
  const [isSetting, setSetting] = useState(false)
  return (
    <Popover label="panel" isOpen={isOpen} onOpen={setOpen} trigger={<Button onPress={() => setOpen(!isOpen)}>open</Button>}>
      {isSetting ? (
        <Button key="back" onPress={() => setSetting(false)}>
          back
        </Button>
      ) : (
        <Button key="on" onPress={() => setSetting(true)}>
          settings
        </Button>
      )}
    </Popover>
  )
}

test('a panel that shows something else keeps the focus: Esc closes it and gives the focus back', async () => {
  await renderScreen(() => <Example />)
  const opener = page.getByRole('button', { name: 'open' })
  await opener.click()
  await page.getByRole('button', { name: 'settings' }).click()
  await expect.element(page.getByRole('button', { name: 'back' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'panel' })).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})
