import { loginApi } from '@regie/contract/login.ts'
import { callApi } from '../api/call-api.ts'
import { LocaleProvider } from '../locales/i18n.tsx'
import { loadTexts } from '../locales/load-texts.ts'
import { needTexts } from '../locales/locale-store.ts'
import { savedLocale } from '../locales/saved-locale.ts'
import { shellFiles, signInFiles } from '../locales/start-files.ts'
import { askFirst } from './first-asks.ts'
import { LoginArea } from './login-area.tsx'
import { keepMethods } from './login-methods.ts'
import { loginPathOf } from './login-paths.ts'
import { goToPlace, takeLinkToken } from './login-place.ts'
import { redirectTarget } from './login-redirect.ts'
import { pageRoot } from './page-root.ts'

/** The sign-in area, small enough to be there at once; the rest of the app is fetched while somebody types. */
export async function startLogin() {
  const linkToken = takeLinkToken()
  const enter = async () => {
    history.replaceState(null, '', redirectTarget(location.search, location.origin))
    const asked = askFirst(location)
    const { startApp } = await import('./start-app.tsx')
    await startApp(asked)
  }
  await needTexts(signInFiles).catch(() => undefined)
  pageRoot.render(
    <LocaleProvider>
      <LoginArea linkToken={linkToken} onSignedIn={() => void enter()} />
    </LocaleProvider>,
  )
  void askStage(() => void enter())
  addEventListener('input', fetchApp, { once: true })
}

// While somebody types.
function fetchApp() {
  void Promise.all([import('./start-app.tsx'), loadTexts(savedLocale(), shellFiles)]).catch(() => undefined)
}

// Who follows a mailed link or forgot a password stays there, signed in or not; the others belong where their session is.
async function askStage(enter: () => void) {
  const path = loginPathOf(location.pathname)
  if (path === '/forgot' || path === '/change') return
  const ping = await callApi(loginApi.ping, {}).catch(() => null)
  if (ping === null) return
  if (ping.loggedIn) return enter()
  if (ping.enforce2fa) return path === '/2fa' ? undefined : goToPlace('/2fa')
  if (ping.next === 'password_expired') return goToPlace('/login', { expired: '1' })
  if (path === '/otp' && ping.next === 'otp') return keepMethods(ping.methods ?? [])
  if (path === '/2fa' || path === '/otp') goToPlace('/login')
}
