import type { Import } from '@regie/contract/files.ts'
import { usualDuplicateRule } from '@regie/contract/import-columns.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { ImportIssues } from './import-issues.tsx'

const found: Import = {
  ...{ importID: 5, customerID: 1, scriptID: 2, fileName: 'najaar.csv', bytes: 300, status: 'ready', failure: null },
  ...{ encoding: 'utf-8', separator: ';', columns: [], constants: [], duplicates: usualDuplicateRule, format: 'csv' },
  ...{ changes: [], dateOrder: null, decimalMark: null, missing: [], preview: [], counts: null, issues: [] },
  ...{ progress: { done: 1, total: 1 }, batchID: null },
}
const open = (choices: string[]) => {
  const issue = { row: 3, reason: 'choiceInvalid' as const, column: 'aanhef', value: 'keizer', choices }
  return renderScreen(() => <ImportIssues found={{ ...found, issues: [issue] }} refused={1} />, { texts: ['files'] })
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
