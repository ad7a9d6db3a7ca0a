import { Right } from '@regie/contract/right-codes.ts'
import { rightsApi, type RightGroup, type RightObject, type RightType } from '@regie/contract/rights.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { RightsMatrix } from './rights-matrix.tsx'

const name = { nl: 'Batches zien', eng: 'See batches', fr: 'Voir les lots' }
const type: RightType = { id: 1, prefix: 1, name, description: '' }
const object: RightObject = { id: 7, typeId: 1, ref: '01', code: Right.viewBatches, name, builtIn: true }
const group: RightGroup = {
  ...{ id: 3, customerID: 1, name: 'Avondploeg', description: '', members: [], objects: [], codes: [] },
  ...{ everyRight: false, version: 1 },
}

test('a tick says first who gains the right, and counts when that is meant', async () => {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(rightsApi.touched, { users: [{ userID: 5, username: 'anna', name: 'Anna Bos' }], userCount: 3, keyCount: 1 })
      fake.answer(rightsApi.addObject, { ...group, objects: [7] })
      return <RightsMatrix parts={[{ type, objects: [object] }]} groups={[group]} />
    },
    { texts: ['rights'], rights: [Right.changeGroups, Right.viewBatches] },
  )
  const tick = () => page.getByRole('checkbox').click()
  await tick()
  await expect.element(page.getByText('Anna Bos (anna)')).toBeVisible()
  await expect.element(page.getByText(text('rights.touched.more', { count: 2 }))).toBeVisible()
  await page.getByRole('button', { name: text('ui.cancel') }).click()
  expect(api.callsOf(rightsApi.addObject)).toEqual([])
  await tick()
  await page.getByRole('button', { name: text('rights.touched.givesVerb') }).click()
  await expect.poll(() => api.callsOf(rightsApi.addObject).length).toBe(1)
})
