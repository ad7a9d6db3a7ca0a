export type LoginPath = '/login' | '/forgot' | '/change' | '/otp' | '/2fa'

/** The screen of the sign-in area that an address leads to; null for the app. These need no session and load without the app behind them. */
export function loginPathOf(pathname: string): LoginPath | null {
  if (pathname === '/change' || pathname.startsWith('/change/')) return '/change'
  return pathname === '/login' || pathname === '/forgot' || pathname === '/otp' || pathname === '/2fa' ? pathname : null
}
