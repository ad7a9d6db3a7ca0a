import type { Root } from 'react-dom/client'
import { loginApi } from '@regie/contract/login.ts'
import { callApi } from '../api/call-api.ts'
import { LocaleProvider } from '../locales/i18n.tsx'
import { LoginScreen } from '../screens/login-screen.tsx'
import { redirectTarget } from './login-redirect.ts'

/** The sign-in screen, small enough to be there at once; the rest of the app is fetched while somebody types. */
export function startLogin(root: Root) {
  const enter = async () => {
    history.replaceState(null, '', redirectTarget(location.search, location.origin))
    const { startApp } = await import('./start-app.tsx')
    startApp(root)
  }
  root.render(
    <LocaleProvider>
      <LoginScreen onSignedIn={() => void enter()} />
    </LocaleProvider>,
  )
  void callApi(loginApi.ping, {})
    .then(({ loggedIn }) => loggedIn && void enter())
    .catch(() => undefined)
  addEventListener('input', () => void import('./start-app.tsx').catch(() => undefined), { once: true })
}
