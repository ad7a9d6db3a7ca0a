import './theme/font.css'
import './theme/theme.css'
import './theme/tones.css'
import { askFirst } from './app/first-asks.ts'
import { loginPathOf } from './app/login-paths.ts'
import { loadTexts } from './locales/load-texts.ts'
import { savedLocale } from './locales/saved-locale.ts'
import { shellFiles, signInFiles } from './locales/start-files.ts'

// Small on purpose: it sets everything going at once - the code, the language, the first answers - and the browser fetches them side by side.
const isSignIn = loginPathOf(location.pathname) !== null
// Signing in has its Dutch in its own code.
if (!isSignIn || savedLocale() !== 'nl') void loadTexts(savedLocale(), isSignIn ? signInFiles : shellFiles).catch(() => undefined)
if (isSignIn) await (await import('./app/login-start.tsx')).startLogin()
else {
  const asked = askFirst(location)
  await (await import('./app/start-app.tsx')).startApp(asked)
}
