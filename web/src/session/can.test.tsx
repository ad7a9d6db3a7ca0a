import { Right } from '@regie/contract/right-codes.ts'
import { reportApi } from '@regie/contract/reports.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '../../test/render-screen.tsx'
import { Button } from '../ui/button.tsx'
import { Can } from './can.tsx'

const draw = (rights: readonly number[]) =>
  renderScreen(() => <Can to={reportApi.csv}>{(reason) => <Button reason={reason}>Go</Button>}</Can>, { rights })

test('a button is grey for who lacks one of the rights that its call asks', async () => {
  await draw([Right.exportReports])
  await expect.element(page.getByRole('button', { disabled: true })).toBeVisible()
})

test('a button is free for who holds all of them', async () => {
  await draw([Right.exportReports, Right.reportBatches, Right.viewCases])
  await expect.element(page.getByRole('button', { disabled: false })).toBeVisible()
})
