import { type ScreenName, screenPaths } from '../../paths.ts'

/** The screen at an address; of two that match, the one with the most of its path written out: /cases/new is no case. */
export function screenAt(path: string): ScreenName | null {
  const parts = path.split('/').filter(Boolean)
  const fits = (Object.keys(screenPaths) as ScreenName[]).filter((name) => isAt(screenPaths[name], parts))
  return fits.sort((one, other) => writtenOut(other) - writtenOut(one))[0] ?? null
}

const partsOf = (pattern: string) => pattern.split('/').filter(Boolean)
const writtenOut = (name: ScreenName) => partsOf(screenPaths[name]).filter((part) => !part.includes('$')).length

function isAt(pattern: string, parts: readonly string[]): boolean {
  const wanted = partsOf(pattern)
  const needed = wanted.filter((part) => !part.startsWith('{-$'))
  if (parts.length < needed.length || parts.length > wanted.length) return false
  return parts.every((part, at) => wanted[at] === part || wanted[at]?.includes('$') === true)
}
