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
const button = (nl: string, eng: string) => [
  { locale: 'nl' as const, words: nl },
  { locale: 'eng' as const, words: eng },
]
const [callMe, later] = [button('Bel mij', 'Call me'), button('Later', 'Some other time')]
const template = { kind: 'whatsapp' as const, asks: [] }
const names = {
  templates: [
    { ...template, templateID: 1, key: 'knoppen', name: 'Knoppen', pressable: [callMe, later] },
    { ...template, templateID: 2, key: 'anders', name: 'Anders', pressable: [[{ locale: 'nl' as const, words: 'Van een ander script' }]] },
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

test('a branch by a pressed button has one row for each button that the script sends, with its words in every language', async () => {
  let made = branch.settings
  await renderScreen(() => <Fields onMade={(settings) => (made = settings)} />, { texts: ['flow', 'cases'] })
  const add = page.getByRole('button', { name: text('flow.form.addAnswer') })
  await add.click()
  await expect.poll(() => made.answers).toEqual({ none: 'eind', 'Bel mij': 'eind', 'Call me': 'eind' })
  await add.click()
  await expect
    .poll(() => made.answers)
    .toEqual({
      ...{ none: 'eind', 'Bel mij': 'eind', 'Call me': 'eind' },
      ...{ Later: 'eind', 'Some other time': 'eind' },
    })
  await expect.element(add).not.toBeInTheDocument()
  await expect.element(page.getByText('Some other time')).toBeVisible()
  await page.getByLabelText(text('flow.form.answerTo', { answer: 'Bel mij' }), { exact: true }).selectOptions('wa')
  await expect.poll(() => made.answers).toMatchObject({ none: 'eind', 'Bel mij': 'wa', 'Call me': 'wa', Later: 'eind' })
  await page.getByRole('button', { name: text('flow.form.removeAnswer', { answer: 'Later' }), exact: true }).click()
  await expect.poll(() => made.answers).toEqual({ none: 'eind', 'Bel mij': 'wa', 'Call me': 'wa' })
})
