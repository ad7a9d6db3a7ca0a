import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { OptionGroup } from './option-group.tsx'

function Form() {
  const [isWanted, setWanted] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setWanted(true)}>
        Naar de fout
      </button>
      <OptionGroup name="receivers" changed={2} isFirst={false} isWanted={isWanted} onClosed={() => setWanted(false)}>
        <p>Kopie aan</p>
      </OptionGroup>
    </>
  )
}

test('a group of options is folded and says how many differ; a fault opens it, also once more after it was folded', async () => {
  await renderScreen(() => <Form />, { texts: ['templates'] })
  const option = page.getByText('Kopie aan')
  const head = page.getByText(text('templates.options.groups.receivers'), { exact: true })
  await expect.element(page.getByText(text('templates.options.changed', { count: 2 }), { exact: true })).toBeVisible()
  await expect.element(option).not.toBeVisible()
  for (const _ of ['first', 'again']) {
    await page.getByRole('button', { name: 'Naar de fout' }).click()
    await expect.element(option).toBeVisible()
    await expect.poll(() => document.activeElement?.tagName).toBe('SUMMARY')
    await head.click()
    await expect.element(option).not.toBeVisible()
  }
})
