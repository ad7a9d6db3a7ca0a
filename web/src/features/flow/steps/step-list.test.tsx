import type { ScriptStep } from '@regie/contract/scripts.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { StepList } from './step-list.tsx'

const steps: ScriptStep[] = [
  { key: 'first', kind: 'wait', settings: { minutes: 10 }, next: 'second' },
  { key: 'second', kind: 'wait', settings: { minutes: 20 }, next: 'third' },
  { key: 'third', kind: 'finish', settings: { result: 'MAX' } },
]

function Example({ onDone }: { onDone: (done: string) => void }) {
  const [chosen, setChosen] = useState('first')
  const record = (done: string) => (key: string) => onDone(`${done} ${key}`)
  return (
    <StepList
      steps={steps}
      chosen={chosen}
      faults={[{ step: 'second', fault: 'stepMissing' }]}
      differences={[]}
      onChoose={setChosen}
      onPress={setChosen}
      onEdit={record('edit')}
      onMove={(key, by) => onDone(`move ${key} ${by}`)}
      onRemove={record('remove')}
    />
  )
}

const row = (key: string) => page.getByRole('button', { name: new RegExp(`^\\d ?${key}`) })

async function openList() {
  const done: string[] = []
  await renderScreen(() => <Example onDone={(one) => done.push(one)} />, { texts: ['flow'] })
  await row('first').click()
  return done
}

test('the list is one tab stop; arrows, Home and End go through its steps', async () => {
  await openList()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(row('second')).toHaveFocus()
  await expect.element(row('second')).toHaveAttribute('aria-current', 'step')
  await userEvent.keyboard('{End}')
  await expect.element(row('third')).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await expect.element(row('first')).toHaveFocus()
})

test('Enter edits, Alt with an arrow moves, Delete takes a step away', async () => {
  const done = await openList()
  await userEvent.keyboard('{Enter}{ArrowDown}{Alt>}{ArrowDown}{/Alt}{Delete}')
  expect(done).toEqual(['edit first', 'move second 1', 'remove second'])
})

test('a step with a fault says so in its row', async () => {
  await openList()
  await expect.element(row('second').getByText(text('flow.states.faults', { count: 1 }))).toBeVisible()
})
