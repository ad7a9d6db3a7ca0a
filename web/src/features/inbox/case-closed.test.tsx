import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { formatDate } from '../../locales/format.ts'
import { CaseClosed } from './inbox-list.tsx'

const closedAt = '2026-05-28T10:00:00.000Z'

test('a conversation says when its case was closed', async () => {
  await renderScreen(() => <CaseClosed row={{ caseClosedAt: closedAt }} />, { texts: ['inbox'] })
  await expect.element(page.getByText(text('inbox.caseClosed', { at: formatDate(closedAt) }), { exact: true })).toBeVisible()
})
