import { loginApi } from '@regie/contract/login.ts'
import { callApi } from '../api/call-api.ts'
import { LocaleProvider } from '../locales/i18n.tsx'
import { showSavedLocale } from '../locales/locale-store.ts'
import { LoginScreen } from '../screens/login-screen.tsx'
import { askFirst } from './first-asks.ts'
import { redirectTarget } from './login-redirect.ts'
import { pageRoot } from './page-root.ts'

/** The sign-in screen, small enough to be there at once; the rest of the app is fetched while somebody types. */
export async function startLogin() {
  const enter = async () => {
    history.replaceState(null, '', redirectTarget(location.search, location.origin))
    const asked = askFirst(location)
    const { startApp } = await import('./start-app.tsx')
    await startApp(asked)
  }
  await showSavedLocale()
  pageRoot.render(
    <LocaleProvider>
      <LoginScreen onSignedIn={() => void enter()} />
    </LocaleProvider>,
  )
  void callApi(loginApi.ping, {})
    .then(({ loggedIn }) => loggedIn && void enter())
    .catch(() => undefined)
  addEventListener('input', () => void import('./start-app.tsx').catch(() => undefined), { once: true })
}
