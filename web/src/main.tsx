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
else (await import('./app/start-app.tsx')).startApp(root)
