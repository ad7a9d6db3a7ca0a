import './theme/theme.css'
import './theme/tones.css'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { startLogin } from './app/login-start.tsx'
import { savedLocale, showLocale } from './locales/locale-store.ts'

// zod would compile its checks with Function(), which the Content-Security-Policy refuses.
z.config({ jitless: true })

const element = document.getElementById('root')
if (element === null) throw new Error('index.html has no #root')
const root = createRoot(element)
const locale = savedLocale()
if (locale !== 'nl') await showLocale(locale)
if (location.pathname === '/login') startLogin(root)
else {
  // Where most sign-ins lead: the screen's own part is fetched beside the app's, not after it.
  if (location.pathname === '/' || location.pathname === '/batches') void import('./screens/batches-screen.tsx')
  ;(await import('./app/start-app.tsx')).startApp(root)
}
