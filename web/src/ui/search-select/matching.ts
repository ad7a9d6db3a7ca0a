import type { SelectOption } from '../inputs.tsx'

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The options that have every typed word, accents or not; those that begin with what is typed come first. */
export function matching(options: readonly SelectOption[], typed: string): readonly SelectOption[] {
  const words = plain(typed).trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return options
  const found = options.filter(({ label }) => words.every((word) => plain(label).includes(word)))
  const begins = ({ label }: SelectOption) => plain(label).startsWith(words.join(' '))
  return [...found.filter(begins), ...found.filter((option) => !begins(option))]
}
