import type { ScriptStep } from '@regie/contract/scripts.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { moveStep, removeStep } from '../draft/draft-steps.ts'
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

const row = (key: string) => page.getByRole('button', { name: new RegExp(`^\\d ?${key}`, 'i') })

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

/** As in the editor: steps move at once, while the address that holds the choice is a moment behind. */
function SlowAddress({ onDone }: { onDone: (done: string) => void }) {
  const [drawn, setDrawn] = useState(steps)
  const [chosen, setChosen] = useState('first')
  const choose = (key: string) => void setTimeout(() => setChosen(key), 200)
  return (
    <StepList
      steps={drawn}
      chosen={chosen}
      faults={[]}
      differences={[]}
      onChoose={choose}
      onPress={choose}
      onEdit={choose}
      onMove={(key, by) => setDrawn(moveStep(drawn, key, by))}
      onRemove={(key) => {
        onDone(`remove ${key}`)
        setDrawn(removeStep(drawn, key))
        choose('first')
      }}
    />
  )
}

test('keys pressed faster than the address follows still reach the step with the focus', async () => {
  const done: string[] = []
  await renderScreen(() => <SlowAddress onDone={(one) => done.push(one)} />, { texts: ['flow'] })
  await row('first').click()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Alt>}{ArrowUp}{/Alt}{Delete}')
  expect(done).toEqual(['remove third'])
  await expect.element(row('second')).toHaveFocus()
})

test.each([
  ['nothing pressed has no way of its own', { Ja: 'third' }, 'elsePressed'],
  ['it has', { Ja: 'third', none: 'third' }, 'else'],
] as const)('the way of all others says that it is also that of nothing pressed: %s', async (_name, answers, key) => {
  const asked: ScriptStep[] = [
    { key: 'first', kind: 'branch', next: 'second', settings: { question: 'pressed', answers } },
    ...steps.filter(({ key: other }) => other !== 'first'),
  ]
  const nothing = () => undefined
  await renderScreen(
    () => (
      <StepList
        steps={asked}
        chosen="first"
        faults={[]}
        differences={[]}
        onChoose={nothing}
        onPress={nothing}
        onEdit={nothing}
        onMove={nothing}
        onRemove={nothing}
      />
    ),
    { texts: ['flow'] },
  )
  await expect.element(page.getByText(text(`flow.list.${key}`), { exact: true })).toBeVisible()
})
