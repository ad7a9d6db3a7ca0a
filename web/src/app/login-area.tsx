import type { LoginInfo, NextStep } from '@regie/contract/login.ts'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { LoginScreen } from '../screens/login-screen.tsx'
import { codeMethods, onMethods, keepMethods } from './login-methods.ts'
import { loginPathOf } from './login-paths.ts'
import { currentPlace, goToPlace, onPlace } from './login-place.ts'
import { redirectTarget } from './login-redirect.ts'

// Each its own part: most people only ever see the first screen, and it should be there at once.
const ForgotScreen = lazy(async () => ({ default: (await import('../screens/forgot-screen.tsx')).ForgotScreen }))
const ChangeScreen = lazy(async () => ({ default: (await import('../screens/change-screen.tsx')).ChangeScreen }))
const ExpiredScreen = lazy(async () => ({ default: (await import('../screens/expired-screen.tsx')).ExpiredScreen }))
const OtpScreen = lazy(async () => ({ default: (await import('../screens/otp-screen.tsx')).OtpScreen }))
const TwoFactorScreen = lazy(async () => ({ default: (await import('../screens/two-factor-screen.tsx')).TwoFactorScreen }))

type LoginAreaProps = { linkToken: string | null; onSignedIn: () => void }

/** The screens before the app. What was typed and where one wanted to go stay through all steps. */
export function LoginArea({ linkToken, onSignedIn }: LoginAreaProps) {
  const place = new URL(useSyncExternalStore(onPlace, currentPlace), location.origin)
  const methods = useSyncExternalStore(onMethods, codeMethods)
  const [username, setUsername] = useState<LoginInfo['username']>('')
  const [notice, setNotice] = useState<'ended' | 'changed' | null>(null)

  const follow = ({ next, methods: told }: NextStep) => {
    setNotice(null)
    if (next === 'ok') return onSignedIn()
    keepMethods(told ?? null)
    if (next === 'otp') goToPlace('/otp')
    else if (next === '2fa_setup') goToPlace('/2fa')
    else goToPlace('/login', { expired: '1' })
  }
  const startAgain = (why: typeof notice) => {
    setNotice(why)
    goToPlace('/login')
  }
  const step = { username, onEnded: () => startAgain('ended'), onBack: () => startAgain(null) }

  const screen = () => {
    switch (loginPathOf(place.pathname)) {
      case '/forgot':
        return <ForgotScreen username={username} onUsername={setUsername} onBack={step.onBack} />
      case '/change':
        return (
          <ChangeScreen
            token={linkToken}
            onChanged={(whose) => {
              setUsername(whose)
              startAgain('changed')
            }}
            onAskNew={() => goToPlace('/forgot')}
            onBack={step.onBack}
          />
        )
      case '/otp':
        return methods === null ? null : <OtpScreen {...step} methods={methods} onNext={follow} />
      case '/2fa':
        return <TwoFactorScreen {...step} onDone={onSignedIn} />
      case '/login':
      case null:
        return place.searchParams.has('expired') ? (
          <ExpiredScreen {...step} onNext={follow} />
        ) : (
          <LoginScreen
            username={username}
            notice={notice ?? (place.searchParams.get('sso') === 'failed' ? 'ssoFailed' : null)}
            redirect={redirectTarget(place.search, place.origin)}
            onUsername={setUsername}
            onNext={follow}
            onForgot={() => goToPlace('/forgot', {}, true)}
          />
        )
    }
  }
  return <Suspense fallback={null}>{screen()}</Suspense>
}
