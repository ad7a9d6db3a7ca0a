const storageKey = 'regie.placeBefore'

/** Remembers where one was when maintenance began; a second 503 does not overwrite it. */
export function keepPlaceBefore(place: string) {
  if (!place.startsWith('/maintenance')) sessionStorage.setItem(storageKey, place)
}

export function takePlaceBefore(): string {
  const place = sessionStorage.getItem(storageKey) ?? '/'
  sessionStorage.removeItem(storageKey)
  return place
}
