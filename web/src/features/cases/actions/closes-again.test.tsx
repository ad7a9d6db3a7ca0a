import { caseActionApi } from '@regie/contract/case-actions.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { formatDate } from '../../../locales/format.ts'
import { formatMomentInSentence } from '../../../locales/moment-in-sentence.ts'
import { ClosesAgain } from './closes-again.tsx'

function Example() {
  const [isRestarted, setRestarted] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setRestarted(true)}>
        restart
      </button>
      <ClosesAgain caseID={7} isRestarted={isRestarted} />
    </>
  )
}

test('reopening says when and why the case closes again; a script that begins anew is not at its end', async () => {
  const at = '2026-06-09T06:00:00.000Z'
  await renderScreen(
    (fake) => {
      fake.answer(caseActionApi.reopenQuestion, { expiresOn: '2026-06-07', isExpired: true, scriptEnd: { result: 'RET', at } })
      return <Example />
    },
    { texts: ['cases'], rights: [Right.closeCases] },
  )
  const expired = page.getByText(text('cases.reopen.expired', { day: formatDate('2026-06-07') }))
  const scriptEnd = page.getByText(text('cases.reopen.scriptEnd', { at: formatMomentInSentence(at), result: text('cases.results.RET') }))
  await expect.element(expired).toBeVisible()
  await expect.element(scriptEnd).toBeVisible()
  await page.getByRole('button', { name: 'restart' }).click()
  await expect.element(scriptEnd).not.toBeInTheDocument()
  await expect.element(expired).toBeVisible()
})
