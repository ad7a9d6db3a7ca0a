import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { ApiFailure } from '../api/api-failure.ts'
import { queryClient } from '../api/query-client.ts'
import { followTransportOutcomes, type TransportOutcome } from '../api/transport-outcomes.ts'
import { liveSocket } from '../live/live-socket.ts'
import { errorText } from '../locales/error-text.ts'
import { findText, LocaleProvider } from '../locales/i18n.tsx'
import { needTexts } from '../locales/locale-store.ts'
import { shellFiles } from '../locales/start-files.ts'
import { Notifications, notify } from '../session/notification.tsx'
import { addIcons } from '../ui/icon.tsx'
import { allIcons } from '../ui/icon-set.ts'
import type { FirstAnswers } from './first-asks.ts'
import { startHalfHourTask } from './half-hour-task.ts'
import { recheckKeptPages, renewSession } from './login-gate.ts'
import { loginAddress } from './login-redirect.ts'
import { pageRoot } from './page-root.ts'
import { keepPlaceBefore } from './place-before.ts'
import { type AppRouter, createAppRouter } from './router.tsx'
import { recoverStaleChunks } from './stale-chunk.ts'
import { warmCache } from './warm-cache.ts'

// After this the first screen is drawn even without its rows; it then says itself that they are on their way.
const rowsAwaitedMs = 300

const secretOnItsWayMs = 500

/** Starts the app behind the sign-in screen, in the page that is already there. */
export async function startApp(asked: Promise<FirstAnswers | null>) {
  addIcons(allIcons)
  const router = createAppRouter()
  let wanted = location.pathname + location.search
  router.subscribe('onBeforeNavigate', (event) => {
    wanted = event.toLocation.href
  })
  recoverStaleChunks(() => wanted)
  recheckKeptPages()
  followTransportOutcomes((outcome, failure) => followOutcome(router, outcome, failure), window)
  liveSocket.onSession((reason) => followSession(router, reason))
  addEventListener('online', () => liveSocket.networkChanged(true))
  addEventListener('offline', () => liveSocket.networkChanged(false))
  const warmed = warmCache(asked)
  await Promise.all([router.load(), needTexts(shellFiles)])
  await Promise.race([warmed, new Promise((resolve) => setTimeout(resolve, rowsAwaitedMs))])
  const app = (
    <LocaleProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Notifications />
      </QueryClientProvider>
    </LocaleProvider>
  )
  // At once and not as a transition: in slices the first rows came a seventh later, and there is nothing yet that could be pressed meanwhile.
  pageRoot.render(app)
  startHalfHourTask()
}

function followOutcome(router: AppRouter, outcome: TransportOutcome, failure: ApiFailure) {
  if (outcome === 'notification') notify(errorText(failure.code, failure.params))
  if (outcome === 'maintenance') goToMaintenance(router)
  const here = location.pathname + location.search
  // A full load, so that nothing of the ended session stays in memory; whoever signs in comes back here.
  if (outcome === 'root') location.replace(loginAddress(here))
  // A step of signing in that is asked for now: the rest of the product is shut until then.
  if (outcome === 'twoFactor') location.assign(loginAddress(here, '/2fa'))
  if (outcome === 'passwordExpired') location.assign(loginAddress(here, '/login', { expired: '1' }))
}

function goToMaintenance(router: AppRouter) {
  if (location.pathname === '/maintenance') return
  keepPlaceBefore(location.pathname + location.search)
  void router.navigate({ to: '/maintenance', replace: true })
}

function followSession(router: AppRouter, reason: string) {
  if (reason === 'logout') void leaveIfEnded()
  if (reason === 'maintenance') goToMaintenance(router)
  if (reason === 'version') notify(findText('app.newVersion') ?? '')
  if (reason === 'rights') void renewSession().then(() => router.invalidate())
}

// A new password gives this session a new secret and ends the old one, to which the socket belonged: the answer with the new one may still be on its way.
async function leaveIfEnded() {
  await new Promise((resolve) => setTimeout(resolve, secretOnItsWayMs))
  await renewSession().catch(() => location.assign(loginAddress(location.pathname + location.search)))
}
