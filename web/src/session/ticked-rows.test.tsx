import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '../../test/render-screen.tsx'
import { useTickedRows } from './ticked-rows.ts'

function List({ name }: { name: string }) {
  const [rows, tick] = useTickedRows(name)
  return (
    <>
      <p>ticked: {[...rows].join(' ')}.</p>
      <button type="button" onClick={() => tick(new Set([...rows, `row${rows.size + 1}`]))}>
        tick
      </button>
      <button type="button" onClick={() => tick(new Set())}>
        clear
      </button>
    </>
  )
}

function Screens() {
  const [shown, setShown] = useState('one')
  return (
    <>
      {['one', 'two', 'none'].map((name) => (
        <button key={name} type="button" onClick={() => setShown(name)}>
          {`show ${name}`}
        </button>
      ))}
      {shown !== 'none' && <List name={shown} />}
    </>
  )
}
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const says = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible()

test('ticked rows are there again on coming back, each list has its own, and none stay after clearing', async () => {
  await renderScreen(() => <Screens />)
  await press('tick')
  await press('tick')
  await says('ticked: row1 row2.')
  await press('show two')
  await says('ticked: .')
  await press('show none')
  await press('show one')
  await says('ticked: row1 row2.')
  await press('clear')
  await press('show none')
  await press('show one')
  await says('ticked: .')
})
