import { readFileSync } from 'node:fs'
import { unpackWoff } from './unpack-woff.ts'

/** Inter comes in a file for each script, so that a page carries those that it uses. */
export type FontRun = { subset: string; text: string }

const folder = new URL('./', import.meta.resolve('@fontsource/inter/unicode.json'))
const ranges = Object.entries(JSON.parse(readFileSync(new URL('unicode.json', folder), 'utf8')) as Record<string, string>)
  .map(([subset, words]) => ({ subset, ranges: words.split(',').map(rangeOf) }))
  .toSorted((one, other) => Number(other.subset === 'latin') - Number(one.subset === 'latin'))

const unpacked = new Map<string, Buffer>()

/** The font of a subset and weight, read once. */
export function fontOf(subset: string, weight: number): Buffer {
  const name = `files/inter-${subset}-${weight}-normal.woff`
  const font = unpacked.get(name) ?? unpackWoff(readFileSync(new URL(name, folder)))
  unpacked.set(name, font)
  return font
}

function rangeOf(words: string): [number, number] {
  const [from = '', to = from] = words.trim().replace('U+', '').split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

const known = new Map<number, string | null>()
function subsetOf(code: number): string | null {
  const found = known.get(code)
  if (found !== undefined) return found
  const subset = ranges.find((one) => one.ranges.some(([from, to]) => code >= from && code <= to))?.subset ?? null
  known.set(code, subset)
  return subset
}

const segmenter = new Intl.Segmenter('nl')
// Nothing that a page could show, and what turns the direction of what follows.
const unseen = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu
/** Stands for a sign that no file has, an emoji or another script. */
export const missingSign = '[?]'

/** A text in pieces of one file each, in its order; what the typeface does not have is one sign that says so. */
export function fontRuns(text: string): FontRun[] {
  const clean = text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .split('\n')
    .map((line) => line.replaceAll(unseen, ''))
    .join('\n')
  // Almost every text is plain Latin.
  if (/^[\n\x20-\x7e\xa0-\xff]*$/.test(clean)) return clean === '' ? [] : [{ subset: 'latin', text: clean }]
  const runs: FontRun[] = []
  for (const { segment } of segmenter.segment(clean)) {
    const found = segment === '\n' ? [runs.at(-1)?.subset ?? 'latin'] : Array.from(segment, (sign) => subsetOf(sign.codePointAt(0) ?? 0))
    const [subset] = found
    const isWhole = subset != null && found.every((one) => one === subset)
    push(runs, isWhole ? { subset, text: segment } : { subset: 'latin', text: missingSign })
  }
  return runs
}

function push(runs: FontRun[], { subset, text }: FontRun) {
  const last = runs.at(-1)
  // A space stays with the word before it.
  if (last && (last.subset === subset || text === ' ')) last.text += text
  else runs.push({ subset, text })
}
