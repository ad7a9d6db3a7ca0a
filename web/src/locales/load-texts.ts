import type { Locale } from '@regie/contract/locale.ts'
import type { Messages, TextFile } from './messages.ts'

// The build puts the files of one language that are shown together into one chunk (web/vite.config.ts).
const files = import.meta.glob<object>('./{nl,eng,fr}/*.json', { import: 'default' })

/** Some texts of a language. */
export async function loadTexts(locale: Locale, names: readonly TextFile[]): Promise<Partial<Messages>> {
  const loaded = await Promise.all(names.map(async (name) => [name, await files[`./${locale}/${name}.json`]?.()]))
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
