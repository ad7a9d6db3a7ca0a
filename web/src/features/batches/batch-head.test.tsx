import type { BatchRow } from '@regie/contract/batches.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { StandstillNotice } from './batch-head.tsx'

const isOn = { on: true, at: null, by: null }
const waiting: BatchRow = {
  ...{ batchID: 7, customerID: 1, scriptID: 3, scriptName: 'Script', name: 'Mei', status: 'open', priority: 5, comments: '', version: 1 },
  ...{ importedAt: null, pausedUntil: null, pausedForever: false, progress: 0, ownLines: null, locked: null, trial: null, money: [] },
  ...{ numberRecognition: isOn, dialerOn: isOn, redialOn: isOn, lines: { current: 0, max: 10, transfer: 0 } },
  counts: {
    ...{ total: 2, open: 2, closed: 0, busy: 0, paused: 0, notCalled: 2, human: 0, voicemail: 0, other: 0, transfers: 0 },
    ...{ emails: 0, sms: 0, whatsapp: 0, paymentLinks: 0, paid: 0, unknown: 0 },
  },
  standstill: { reason: 'providerOff', at: null },
}
const texts = ['batches', 'why'] as const

test('who may switch providers is led there from a batch that waits for one', async () => {
  await renderScreen(() => <StandstillNotice batch={waiting} />, { texts, rights: [Right.changeProviders] })
  await expect.element(page.getByText(text('batches.standstill.providerOff'))).toBeVisible()
  await expect.element(page.getByText(text('batches.standstillHelp.providerOff'))).toBeVisible()
  const link = page.getByRole('link', { name: text('why.fixes.editProviders') })
  await expect.element(link).toHaveAttribute('href', '/admin/providers')
})

test('who may not is led to why nothing happens', async () => {
  await renderScreen(() => <StandstillNotice batch={waiting} />, { texts })
  await expect.element(page.getByRole('link', { name: text('why.tab') })).toHaveAttribute('href', '/batches/7?tab=why')
})
