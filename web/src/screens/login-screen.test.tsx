import { maintenanceApi } from '@regie/contract/maintenance.ts'
import { organisationApi } from '@regie/contract/organisation.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../test/render-screen.tsx'
import { LoginScreen } from './login-screen.tsx'

const showWhile = (on: boolean) =>
  renderScreen(
    (api) => {
      api.answer(organisationApi.providers, [])
      api.answer(maintenanceApi.get, { on, message: 'Terug om vijf uur', until: null })
      return (
        <LoginScreen
          username=""
          notice={null}
          redirect="/"
          onUsername={() => undefined}
          onNext={() => undefined}
          onForgot={() => undefined}
        />
      )
    },
    { texts: ['login'] },
  )

test('during maintenance the sign-in screen says so, in the words of the administrator', async () => {
  await showWhile(true)
  await expect.element(page.getByText('Terug om vijf uur')).toBeVisible()
  await expect.element(page.getByText(text('login.maintenance'))).toBeVisible()
})

test('without maintenance it says nothing of it', async () => {
  await showWhile(false)
  await expect.element(page.getByLabelText(text('login.username'))).toBeVisible()
  await expect.element(page.getByText('Terug om vijf uur')).not.toBeInTheDocument()
})
