import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { PaymentReference } from './payment-reference.tsx'

const open = (reference: string) => renderScreen(() => <PaymentReference reference={reference} />, { texts: ['paymentLinks'] })
const copy = (kind: 'betalingskenmerk' | 'rf' | 'free') =>
  page.getByRole('button', { name: text('paymentLinks.reference.copy', { label: text(`paymentLinks.reference.${kind}`) }), exact: true })

test('a betalingskenmerk stands in groups of four, with its form for banks abroad, and both can be copied', async () => {
  await open('5000056789012345')
  await expect.element(page.getByText('5000 0567 8901 2345', { exact: true })).toBeVisible()
  await expect.element(page.getByText('RF48 5000 0567 8901 2345', { exact: true })).toBeVisible()
  await expect.element(copy('betalingskenmerk')).toBeVisible()
  await expect.element(copy('rf')).toBeVisible()
})

test('a reference by ISO 11649 stands there once', async () => {
  await open('RF18539007547034')
  await expect.element(copy('rf')).toBeVisible()
  expect(page.getByRole('button').elements()).toHaveLength(1)
})

test('a masked reference is no reference to pass on', async () => {
  await open('••••7034')
  await expect.element(page.getByText('••••7034')).toBeVisible()
  expect(page.getByRole('button').elements()).toHaveLength(0)
})
