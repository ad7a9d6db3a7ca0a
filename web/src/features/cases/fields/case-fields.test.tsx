import type { CaseDetail } from '@regie/contract/cases.ts'
import { type FieldDefinition, fieldApi } from '@regie/contract/fields.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseDetail } from '../../../../test/case-detail.ts'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { formatMoney } from '../../../locales/format.ts'
import { CaseFields } from './case-fields.tsx'

const label = { nl: 'Openstaand bedrag', eng: 'Outstanding amount', fr: 'Montant dû' }
const openstaand: FieldDefinition = { key: 'openstaand', label, type: 'amount', required: true, maxLength: 20, aliases: [] }
const open = (found: CaseDetail) =>
  renderScreen((api) => {
    api.answer(fieldApi.list, [openstaand])
    return <CaseFields found={found} isEditing={false} onEditing={() => undefined} />
  })

test('while nothing is paid the claim is what is open', async () => {
  await open(caseDetail)
  await expect.element(page.getByText(label.nl, { exact: true })).toBeVisible()
})

test('after a payment the claim is called so, with what is still open', async () => {
  await open({ ...caseDetail, outstandingCents: 0, paidCents: 20_000, paidOn: '2027-03-02' })
  const value = `${formatMoney(20_000, 'EUR')} (${text('cases.fields.stillOpen', { amount: formatMoney(0, 'EUR') })})`
  await expect.element(page.getByText(text('cases.fields.claim'), { exact: true })).toBeVisible()
  await expect.element(page.getByText(value, { exact: true })).toBeVisible()
  expect(page.getByText(label.nl).query()).toBeNull()
})
