import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '../../test/render-screen.tsx'
import { Button } from './button.tsx'
import { Tabs } from './tabs.tsx'

const names = ['Controle', 'Voorbeeld', 'Opties', 'Versies', 'Koppeling', 'Groepen', 'Gebruik']

function Narrow({ first }: { first: string }) {
  const [chosen, setChosen] = useState(first)
  return (
    <div style={{ width: 260 }}>
      <Button onPress={() => setChosen('Controle')}>terug</Button>
      <Tabs label="Delen" value={chosen} onChange={setChosen} tabs={names.map((key) => ({ key, label: key, content: key }))} />
    </div>
  )
}

const isInSight = (name: string | RegExp) => {
  const list = page.getByRole('tablist').element().getBoundingClientRect()
  const tab = page.getByRole('tab', { name }).element().getBoundingClientRect()
  return tab.left >= list.left - 1 && tab.right <= list.right + 1
}

test('the chosen tab stands in sight where not all do: by an address at first, and when another one is chosen for it', async () => {
  await renderScreen(() => <Narrow first="Gebruik" />)
  await expect.element(page.getByRole('tab', { name: 'Gebruik' })).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => isInSight('Gebruik')).toBe(true)
  expect(isInSight('Controle')).toBe(false)
  await page.getByRole('button', { name: 'terug' }).click()
  await expect.poll(() => isInSight('Controle')).toBe(true)
})

test('a count that comes later does not push the chosen tab out of sight', async () => {
  function Counted() {
    const [count, setCount] = useState<number>()
    return (
      <div style={{ width: 260 }}>
        <Button onPress={() => setCount(12_345)}>tel</Button>
        <Tabs
          label="Delen"
          value="Terugbelafspraken"
          onChange={() => undefined}
          tabs={['Klachten', 'Terugbelafspraken', 'Meer'].map((key) => ({ key, label: key, count, content: key }))}
        />
      </div>
    )
  }
  await renderScreen(() => <Counted />)
  await page.getByRole('button', { name: 'tel' }).click()
  await expect.poll(() => isInSight(/^Terugbelafspraken/)).toBe(true)
})
