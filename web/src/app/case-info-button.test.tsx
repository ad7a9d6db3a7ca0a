import { loginApi } from '@regie/contract/login.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../test/render-screen.tsx'
import { saveSettings, useSettings } from '../session/settings.ts'
import { CaseInfoButton } from './case-info-button.tsx'

function Details() {
  return useSettings().caseInfo ? <p>details</p> : null
}

const button = () => page.getByRole('button', { name: text('app.caseInfo') })

test('on a case the button hides the details, and the server keeps it', async () => {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(loginApi.changeSettings, ({ body }) => body.settings as never)
      return (
        <>
          <CaseInfoButton />
          <Details />
        </>
      )
    },
    { path: '/cases/12' },
  )
  await expect.element(button()).toHaveAttribute('aria-pressed', 'true')
  await button().click()
  await expect.element(button()).toHaveAttribute('aria-pressed', 'false')
  await expect.element(page.getByText('details')).not.toBeInTheDocument()
  await saveSettings()
  expect(api.callsOf(loginApi.changeSettings)).toMatchObject([{ body: { settings: { caseInfo: false } } }])
})

test('elsewhere there is no such button', async () => {
  await renderScreen(
    () => (
      <>
        <CaseInfoButton />
        <Details />
      </>
    ),
    { path: '/cases/new' },
  )
  await expect.element(page.getByText('details')).toBeVisible()
  await expect.element(button()).not.toBeInTheDocument()
})
