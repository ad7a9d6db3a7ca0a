import { mergeField } from '@regie/contract/template-blocks.ts'

// Words alone: rules of a style sheet and data have colons, quotes or brackets between their braces.
const single = /(?<!\{)\{\s{0,5}([\p{L}\p{N}_ -]{1,60})\}(?!\})/gu

/** Words between single braces that name a field, or nearly do: as they stand, and the place that they are likely meant to be. */
export function singleBraces(text: string, fields: ReadonlySet<string>): { found: string; meant: string }[] {
  const matches = [...text.replaceAll(mergeField, '').matchAll(single)].slice(0, 50)
  if (matches.length === 0) return []
  const known = [...fields].map((key) => ({ key, letters: lettersOf(key) }))
  return matches.flatMap(([found, words = '']) => {
    const letters = lettersOf(words)
    if (letters === '') return []
    const exact = known.find((field) => field.letters === letters)
    const near = exact ?? (letters.length < nearMin ? undefined : known.find((field) => isNear(field.letters, letters)))
    return near ? [{ found, meant: `{{${near.key}}}` }] : []
  })
}

// Of shorter words too many are one letter away from another.
const nearMin = 5

const lettersOf = (words: string) =>
  words
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** One letter too many, too few or another one, or two beside each other that changed places. */
function isNear(one: string, other: string): boolean {
  let from = 0
  while (from < one.length && one[from] === other[from]) from++
  let same = 0
  while (same < Math.min(one.length, other.length) - from && one.at(-1 - same) === other.at(-1 - same)) same++
  const [left, right] = [one.slice(from, one.length - same), other.slice(from, other.length - same)]
  if (Math.max(left.length, right.length) <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
