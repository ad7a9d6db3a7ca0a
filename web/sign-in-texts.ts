import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

// What the sign-in screens say; a test reads their code for more (src/locales/sign-in-texts.test.ts).
export const signInSections = ['ui', 'login', 'forgot', 'changePassword', 'otp', 'twoFactor'] as const
export const signInErrors = ['error', 'server', 'login', 'password', 'twoFactor', 'session', 'user', 'request', 'maintenance'] as const

type Texts = Record<string, unknown> & { errors: Record<string, unknown> }

/** Of the Dutch texts only what the sign-in screens say comes with their code, in place of src/locales/sign-in-texts.ts. All of them would be a fifth of what signing in may weigh. */
export function signInTexts(): Plugin {
  const file = path.join(import.meta.dirname, 'src/locales/sign-in-texts.ts')
  const texts = path.join(import.meta.dirname, 'src/locales/nl.json')
  return {
    name: 'sign-in-texts',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      if (path.resolve(id) !== file) return null
      this.addWatchFile(texts)
      return `export const signInTexts = ${JSON.stringify(partOf(JSON.parse(readFileSync(texts, 'utf8')) as Texts))}`
    },
  }
}

function partOf(texts: Texts) {
  return { ...pick(texts, signInSections), errors: pick(texts.errors, signInErrors) }
}

function pick(from: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, from[key]]))
}
