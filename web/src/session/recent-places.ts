import { searchesKey } from './signed-in-hint.ts'

/** A case, batch or script where one was: its address and what its screen was called. Forgotten at sign-out, with the searches. */
export type RecentPlace = { path: string; title: string }

const kept = 8
const keyOf = (userID: number) => `${searchesKey}places:${userID}`

/** Where one was last, newest first. */
export function recentPlaces(userID: number): RecentPlace[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(keyOf(userID)) ?? '[]')
    return Array.isArray(list) ? list.filter(isPlace) : []
  } catch {
    return []
  }
}

export function keepPlace(userID: number, place: RecentPlace) {
  const others = recentPlaces(userID).filter(({ path }) => path !== place.path)
  localStorage.setItem(keyOf(userID), JSON.stringify([place, ...others].slice(0, kept)))
}

function isPlace(value: unknown): value is RecentPlace {
  return typeof value === 'object' && value !== null && 'path' in value && 'title' in value && typeof value.title === 'string'
}
