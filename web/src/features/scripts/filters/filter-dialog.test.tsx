import { filterApi, type ScriptFilter } from '@regie/contract/filters.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { FilterDialog } from './filter-dialog.tsx'

const label = { nl: 'Openstaand', eng: 'Open', fr: 'Ouvert' }
const field = { key: 'openstaand', label, type: 'amount' as const, required: false, maxLength: 20, aliases: [] }
const filter: ScriptFilter = {
  ...{ filterID: 7, name: 'Groot', rules: [{ field: 'openstaand', op: 'gte', value: '100.00' }], combine: 'and', active: true },
  ...{ matching: 1, total: 2, exact: true, version: 3 },
}

test('a filter that was typed stays when a colleague saved first, and saving again keeps it', async () => {
  const closed: string[] = []
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(filterApi.count, { matching: 1, total: 2, exact: true })
      return <FilterDialog scriptID={1} fields={[field]} variables={[]} filter={filter} onClose={() => closed.push('closed')} />
    },
    { rights: [Right.changeFilters], texts: ['scripts'] },
  )
  const name = page.getByRole('textbox', { name: text('scripts.filters.name'), exact: true })
  await name.fill('Heel groot')
  const lastSave = { by: 'kim', at: '2027-03-02T10:00:00Z' }
  api.refuse(filterApi.change, { error: 'error.conflict', current: { ...filter, name: 'Van Kim', version: 4 }, lastSave })
  const save = page.getByRole('button', { name: text('scripts.filters.save') })
  await save.click()
  const notice = page.getByRole('alert')
  await expect.element(notice.getByText('Van Kim')).toBeVisible()
  await expect.element(notice.getByText('kim', { exact: false }).first()).toBeVisible()
  await expect.element(name).toHaveValue('Heel groot')
  expect(closed).toEqual([])
  api.answer(filterApi.change, { ...filter, name: 'Heel groot', version: 5 })
  await save.click()
  await expect.poll(() => closed).toEqual(['closed'])
  expect(api.callsOf(filterApi.change).map(({ body }) => [body.name, body.version])).toEqual([
    ['Heel groot', 3],
    ['Heel groot', 4],
  ])
})

test('a condition may ask a variable in place of a value, and an unsuitable one says so at its place', async () => {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(filterApi.count, { matching: 1, total: 2, exact: true })
      return <FilterDialog scriptID={1} fields={[field]} variables={['grens', 'plaats']} filter={filter} onClose={() => undefined} />
    },
    { rights: [Right.changeFilters], texts: ['scripts'] },
  )
  await page.getByLabelText(text('scripts.filters.sourceOf', { no: 1 })).selectOptions('variable')
  const variable = page.getByLabelText(text('scripts.filters.variableOf', { no: 1 }))
  await expect.element(variable).toHaveValue('grens')
  await variable.selectOptions('plaats')
  api.refuse(filterApi.change, { error: 'script.filterVariable', field: 'rules.0.variable', params: { key: 'plaats' } })
  await page.getByRole('button', { name: text('scripts.filters.save') }).click()
  await expect.element(page.getByText(text('refusals.script.filterVariable'))).toBeVisible()
  expect(api.callsOf(filterApi.change).map(({ body }) => body.rules)).toEqual([
    [{ field: 'openstaand', op: 'gte', value: '', variable: 'plaats' }],
  ])
})
