import { Right } from '@regie/contract/right-codes.ts'
import { type RightGroup, rightsApi } from '@regie/contract/rights.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { formatMomentFull } from '../locales/format.ts'
import { renderScreen, text } from '../../test/render-screen.tsx'
import { GroupForm } from '../features/rights/group-form.tsx'

const group = (name: string, version: number): RightGroup => ({
  id: 3,
  customerID: 1,
  name,
  description: '',
  objects: [],
  codes: [],
  everyRight: false,
  version,
  members: [],
})

function Example() {
  const [row, setRow] = useState(group('Bellers', 1))
  return (
    <>
      <button type="button" onClick={() => setRow(group('Nachtploeg', 2))}>
        colleague
      </button>
      <GroupForm group={row} refusal={undefined} />
    </>
  )
}
const open = () =>
  renderScreen(
    (api) => {
      api.answer(rightsApi.listGroups, [])
      return <Example />
    },
    { rights: [Right.changeGroups], texts: ['rights'] },
  )
const nameInput = () => page.getByRole('textbox').first()
const save = () => page.getByRole('button', { name: text('rights.save') })

test('a newer version of a colleague shows at once while nothing is typed', async () => {
  await open()
  await page.getByText('colleague').click()
  await expect.element(nameInput()).toHaveValue('Nachtploeg')
})

test('what was typed stays beside a newer version of a colleague, and saving again keeps it', async () => {
  const { api } = await open()
  await nameInput().fill('Mijn ploeg')
  await page.getByText('colleague').click()
  await expect.element(nameInput()).toHaveValue('Mijn ploeg')
  api.refuse(rightsApi.changeGroup, {
    error: 'error.conflict',
    current: group('Nachtploeg', 2),
    lastSave: { by: 'kim', at: '2027-03-02T10:00:00Z' },
  })
  await save().click()
  await expect.element(page.getByText(text('ui.conflict.title'))).toBeVisible()
  await expect
    .element(page.getByText(text('ui.conflict.savedBy', { name: 'kim', moment: formatMomentFull('2027-03-02T10:00:00Z') })))
    .toBeVisible()
  await expect.element(page.getByText('Nachtploeg')).toBeVisible()
  await expect.element(nameInput()).toHaveValue('Mijn ploeg')
  api.answer(rightsApi.changeGroup, group('Mijn ploeg', 3))
  await save().click()
  await expect.element(page.getByText(text('rights.saved'))).toBeVisible()
  await expect.element(page.getByText(text('ui.conflict.title'))).not.toBeInTheDocument()
  expect(api.callsOf(rightsApi.changeGroup).map(({ body }) => body.version)).toEqual([1, 2])
})

test('the version of a colleague can be taken instead', async () => {
  const { api } = await open()
  await nameInput().fill('Mijn ploeg')
  api.refuse(rightsApi.changeGroup, { error: 'error.conflict', current: group('Nachtploeg', 2) })
  await save().click()
  await page.getByRole('button', { name: text('ui.conflict.take') }).click()
  await expect.element(nameInput()).toHaveValue('Nachtploeg')
  await expect.element(page.getByText(text('ui.conflict.title'))).not.toBeInTheDocument()
})
