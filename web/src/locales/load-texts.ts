import type { Locale } from '@regie/contract/locale.ts'
import type { Messages, TextFile } from './messages.ts'
import { shellFiles } from './start-files.ts'

// Those of the sign-in alone: the list of all files is longer than the sign-in itself, and comes with the app (screen-texts.ts).
const signIn = import.meta.glob<object>('./{nl,eng,fr}/{changePassword,errors,forgot,login,otp,twoFactor,ui}.json', { import: 'default' })
const ofScreens = async () => (await import('./screen-texts.ts')).screenTexts

// One file for what every screen shows: one by one they were 18 files before the first rows.
const shells = import.meta.glob<Record<string, object>>('./shell-texts/*.ts', { import: 'texts' })

// What the server says of a case as well, on paper: `cases` has both.
const caseWords = import.meta.glob<object>('../../../contract/src/case-words/{nl,eng,fr}.json', { import: 'default' })

/** Some texts of a language. */
export async function loadTexts(locale: Locale, names: readonly TextFile[]): Promise<Partial<Messages>> {
  const shell = shellFiles.every((name) => names.includes(name)) ? shells[`./shell-texts/${locale}.ts`]?.() : undefined
  const fileOf = async (name: TextFile) =>
    shell !== undefined && shellFiles.includes(name)
      ? (await shell)[`../${locale}/${name}.json`]
      : await textFile(`./${locale}/${name}.json`)
  const textsOf = async (name: TextFile) =>
    name === 'cases'
      ? { ...(await caseWords[`../../../contract/src/case-words/${locale}.json`]?.()), ...(await fileOf(name)) }
      : fileOf(name)
  const loaded = await Promise.all(names.map(async (name) => [name, await textsOf(name)]))
  return Object.fromEntries(loaded) as Partial<Messages>
}

const textFile = async (path: string) => (signIn[path] ?? (await ofScreens())[path])?.()

/** Every text of a language. */
export async function loadAllTexts(locale: Locale): Promise<Messages> {
  const own = Object.keys(await ofScreens()).filter((path) => path.startsWith(`./${locale}/`))
  return loadTexts(
    locale,
    own.map((path) => path.slice(`./${locale}/`.length, -'.json'.length) as TextFile),
  ) as Promise<Messages>
}
