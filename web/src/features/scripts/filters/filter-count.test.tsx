import { filterApi } from '@regie/contract/filters.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '../../../../test/render-screen.tsx'
import { FilterCount } from './filter-count.tsx'

function Example() {
  const [value, setValue] = useState('')
  return (
    <>
      <input aria-label="value" value={value} onChange={(event) => setValue(event.currentTarget.value)} />
      <FilterCount scriptID={1} combine="and" rules={[{ field: 'openstaand', op: 'gte', value }]} />
    </>
  )
}

test('a rule is counted when it is whole, and never as it was before', async () => {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(filterApi.count, { matching: 3, total: 10, exact: true })
      return <Example />
    },
    { texts: ['scripts'], rights: [Right.viewScripts, Right.viewCases] },
  )
  await page.getByLabelText('value').fill('100')
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  const rules = api.callsOf(filterApi.count).map(({ query }) => query.rules)
  expect(rules).toEqual([JSON.stringify([{ field: 'openstaand', op: 'gte', value: '100' }])])
})
