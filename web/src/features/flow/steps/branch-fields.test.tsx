import type { ScriptStep } from '@regie/contract/scripts.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { BranchFields } from './branch-fields.tsx'

type Branch = Extract<ScriptStep, { kind: 'branch' }>

const branch: Branch = { key: 'vraag', kind: 'branch', next: 'eind', settings: { question: 'pressed', answers: { none: 'eind' } } }
const steps: ScriptStep[] = [
  { key: 'wa', kind: 'send-whatsapp', next: 'vraag', settings: { template: 'knoppen' } },
  branch,
  { key: 'eind', kind: 'finish', settings: { result: 'MAX' } },
]
const template = { kind: 'whatsapp' as const, asks: [] }
const names = {
  templates: [
    { ...template, templateID: 1, key: 'knoppen', name: 'Knoppen', pressable: ['Bel mij', 'Later'] },
    { ...template, templateID: 2, key: 'anders', name: 'Anders', pressable: ['Van een ander script'] },
  ],
  fields: [],
  variables: [],
}

function Fields({ onMade }: { onMade: (settings: Branch['settings']) => void }) {
  const [settings, setSettings] = useState(branch.settings)
  const change = (made: Branch['settings']) => {
    onMade(made)
    setSettings(made)
  }
  return <BranchFields {...{ settings, steps, names }} next="eind" isReadOnly={false} onChange={change} />
}

test('a branch by a pressed button offers the words on the buttons that the script sends', async () => {
  let made = branch.settings
  await renderScreen(() => <Fields onMade={(settings) => (made = settings)} />, { texts: ['flow', 'cases'] })
  const add = page.getByRole('button', { name: text('flow.form.addAnswer') })
  await add.click()
  await expect.poll(() => made.answers).toEqual({ none: 'eind', 'Bel mij': 'eind' })
  await add.click()
  await expect.poll(() => made.answers).toEqual({ none: 'eind', 'Bel mij': 'eind', Later: 'eind' })
  await expect.element(add).not.toBeInTheDocument()
})
