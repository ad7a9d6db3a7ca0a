import { batchNameParts } from '@regie/contract/file-deliveries.ts'
import { intlLocale } from '@regie/contract/locale.ts'

/** Does a name fit a pattern? `*` is any number of characters, `?` is one; letters count whatever their case. */
export function fitsPattern(name: string, pattern: string): boolean {
  const [text, wanted] = [Array.from(name.toLowerCase()), Array.from(pattern.toLowerCase())]
  let [at, by] = [0, 0]
  // Where the last star stood, and up to where it has eaten: only that one is ever tried again.
  let [star, eaten] = [-1, 0]
  while (at < text.length) {
    if (wanted[by] === '*') {
      star = by
      eaten = at
      by += 1
    } else if (wanted[by] === '?' || wanted[by] === text[at]) {
      at += 1
      by += 1
    } else if (star >= 0) {
      eaten += 1
      at = eaten
      by = star + 1
    } else return false
  }
  return wanted.slice(by).every((one) => one === '*')
}

// What programs call a file that they are still writing.
const unfinished = /(^[.~])|(\.(part|partial|filepart|tmp|temp|crdownload|swp)$)|~$/i

/** Is this the name of a file that somebody is still writing, or that a folder hides? */
export const isUnfinished = (name: string): boolean => unfinished.test(name)

/** A folder below another one, in the parts of its path; null: it leads elsewhere, or no system has such a name. */
export function partsOfFolder(folder: string): string[] | null {
  const parts = folder.split('/').filter((part) => part !== '')
  const isWrong = parts.some((part) => part === '.' || part === '..' || part.includes('\\') || /\p{C}/u.test(part))
  return folder.startsWith('/') || isWrong ? null : parts
}

const batchNameMax = 120

/** The name of the batch of a file: `{bestand}`, `{datum}` and `{tijd}` are filled. */
export function nameOfBatch(pattern: string, { fileName, at }: { fileName: string; at: Date }): string {
  const moment = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(intlLocale.nl, { timeZone: 'Europe/Amsterdam', ...options }).format(at)
  const values: Readonly<Record<(typeof batchNameParts)[number], string>> = {
    bestand: fileName.replace(/\.[a-z0-9]{1,5}$/i, ''),
    datum: moment({ day: '2-digit', month: '2-digit', year: 'numeric' }),
    tijd: moment({ hour: '2-digit', minute: '2-digit' }),
  }
  const filled = batchNameParts.reduce((name, part) => name.split(`{${part}}`).join(values[part]), pattern).trim()
  return Array.from(filled === '' ? fileName : filled)
    .slice(0, batchNameMax)
    .join('')
}

const namesTriedMax = 100

/** A name under which nothing lies in a folder yet: `a.csv`, then `a (2).csv`; null when all that are tried are taken. */
export async function freeName(name: string, isTaken: (name: string) => Promise<boolean>): Promise<string | null> {
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? []
  for (let no = 1; no <= namesTriedMax; no += 1) {
    const tried = no === 1 ? name : `${stem} (${no})${ending}`
    if (!(await isTaken(tried))) return tried
  }
  return null
}
