import type { SentAttachment } from '@regie/contract/mail-attachments.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../test/render-screen.tsx'
import { SentFiles, textBeneath } from './sent-files.tsx'

const drawing = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/>')}`
// Nobody answers for pictures here: what stands at their address is said by each test.
const at = vi.hoisted(() => ({ picture: '' }))
vi.mock(import('../api/call-api.ts'), async (original) => ({ ...(await original()), addressOf: () => at.picture }))
beforeEach(() => void (at.picture = drawing))

const picture: SentAttachment = { no: 1, fileName: 'zo-betaalt-u.png', mediaType: 'image/png', bytes: 2_000 }
const letter: SentAttachment = { no: 2, fileName: 'brief.pdf', mediaType: 'application/pdf', bytes: 3_000 }

const show = (rights: number[]) =>
  renderScreen(() => <SentFiles caseID={7} communicationID={3} files={[picture, letter]} label="Bijlagen" />, { rights, texts: ['inbox'] })
const large = () => page.getByRole('button', { name: text('ui.pictureLarge', { name: 'zo-betaalt-u.png' }) })
const drawn = () => document.querySelector<HTMLImageElement>('img[alt="zo-betaalt-u.png"]')

test('a picture is shown and opens large, where it is saved; another file is saved at once', async () => {
  await show([Right.inbox, Right.viewCases, Right.viewPersonalData])
  await expect.poll(() => drawn()?.naturalWidth ?? 0).toBeGreaterThan(0)
  await expect.element(page.getByRole('button', { name: /^brief\.pdf/ })).toBeVisible()
  await large().click()
  await expect.element(page.getByRole('dialog').getByRole('button', { name: /^zo-betaalt-u\.png/ })).toBeVisible()
})

test('a picture that cannot be shown is a file that is saved', async () => {
  at.picture = 'data:image/png;base64,AAAA'
  await show([Right.inbox, Right.viewCases, Right.viewPersonalData])
  await expect.element(page.getByRole('button', { name: /^zo-betaalt-u\.png/ })).toBeVisible()
  await expect.poll(drawn).toBeNull()
})

test('who may not see personal data sees no picture and saves nothing', async () => {
  await show([Right.inbox, Right.viewCases])
  await expect.element(page.getByText('zo-betaalt-u.png')).toBeVisible()
  // Said at each of them, in sight.
  await expect.poll(() => page.getByText(text('ui.noRight'), { exact: true }).elements().length).toBe(2)
  expect(page.getByRole('button').elements()).toHaveLength(0)
  expect(drawn()).toBeNull()
})

test('the name of a file that is shown is left out of the text beneath it', () => {
  expect(textBeneath('[zo-betaalt-u.png]\n\nBeste Ada', [picture])).toBe('Beste Ada')
  expect(textBeneath('[anders.png]\n\nBeste Ada', [picture])).toBe('[anders.png]\n\nBeste Ada')
})
