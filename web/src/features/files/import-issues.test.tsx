import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { importOfTest } from '../../../test/import-of-test.ts'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { ImportIssues } from './import-issues.tsx'

const open = (choices: string[]) => {
  const issue = { row: 3, faults: [{ reason: 'choiceInvalid' as const, column: 'aanhef', value: 'keizer', choices }] }
  return renderScreen(() => <ImportIssues found={importOfTest({ issues: [issue] })} refused={1} />, { texts: ['files'] })
}

test('a value that is none of the choices stands beside what may be chosen', async () => {
  await open(['dhr', 'mevr'])
  await expect.element(page.getByText(text('files.issues.choices', { choices: 'dhr, mevr' }))).toBeVisible()
})

test('of many choices the first are named, and how many there are more', async () => {
  const choices = Array.from({ length: 15 }, (_, index) => `keuze${index + 1}`)
  await open(choices)
  const shown = choices.slice(0, 12).join(', ')
  await expect.element(page.getByText(text('files.issues.choicesCut', { choices: shown, more: 3 }))).toBeVisible()
})
