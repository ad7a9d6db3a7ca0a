import { Right } from '@regie/contract/right-codes.ts'
import { variableApi } from '@regie/contract/variables.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { VariablesTab } from './variables-tab.tsx'

const kept = (value: string, version: number) => ({
  variables: [{ key: 'korting', value, standardValue: '', resetDaily: false, usedBy: [] }],
  version,
})

test('a variable that was typed stays when a colleague saved first; theirs can be taken', async () => {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(variableApi.list, kept('10', 1))
      return <VariablesTab scriptID={1} />
    },
    { rights: [Right.changeVariables], texts: ['scripts'] },
  )
  const value = page.getByLabelText(`${text('scripts.variables.value')}: korting`, { exact: true })
  await value.fill('25')
  const lastSave = { by: 'kim', at: '2027-03-02T10:00:00Z' }
  api.refuse(variableApi.save, { error: 'error.conflict', current: kept('15', 2), lastSave })
  await page.getByRole('button', { name: text('ui.save') }).click()
  const notice = page.getByRole('alert')
  await expect.element(notice.getByText('kim', { exact: false })).toBeVisible()
  await expect.element(notice.getByText('15', { exact: true })).toBeVisible()
  await expect.element(value).toHaveValue('25')
  await page.getByRole('button', { name: text('ui.conflict.take') }).click()
  await expect.element(value).toHaveValue('15')
  await expect.element(notice).not.toBeInTheDocument()
})
