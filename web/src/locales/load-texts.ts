import type { Locale } from '@regie/contract/locale.ts'
import type { Messages, TextFile } from './messages.ts'
import { shellFiles } from './start-files.ts'

// The build puts the files of one language that are shown together into one chunk (web/vite.config.ts).
const files = import.meta.glob<object>('./{nl,eng,fr}/*.json', { import: 'default' })

// One file for what every screen shows: one by one they were 18 files before the first rows.
const shells = import.meta.glob<Record<string, object>>('./shell-texts/*.ts', { import: 'texts' })

/** Some texts of a language. */
export async function loadTexts(locale: Locale, names: readonly TextFile[]): Promise<Partial<Messages>> {
  const shell = shellFiles.every((name) => names.includes(name)) ? shells[`./shell-texts/${locale}.ts`]?.() : undefined
  const textsOf = async (name: TextFile) =>
    shell !== undefined && shellFiles.includes(name)
      ? (await shell)[`../${locale}/${name}.json`]
      : await files[`./${locale}/${name}.json`]?.()
  const loaded = await Promise.all(names.map(async (name) => [name, await textsOf(name)]))
  return Object.fromEntries(loaded) as Partial<Messages>
}

/** Every text of a language. */
export function loadAllTexts(locale: Locale): Promise<Messages> {
  const own = Object.keys(files).filter((path) => path.startsWith(`./${locale}/`))
  return loadTexts(
    locale,
    own.map((path) => path.slice(`./${locale}/`.length, -'.json'.length) as TextFile),
  ) as Promise<Messages>
}
