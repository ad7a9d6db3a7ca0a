import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef } from 'react'
import type { AppPath } from '../paths.ts'

/** The row that was opened from a list, and where the list stood. */
type TablePlace = { rowId: string; scrollTop: number; scrollLeft: number }

// By the address of the list with its filters. Gone with a reload, as is what was loaded.
const places = new Map<string, TablePlace>()
const placesMax = 30
// After that somebody does something else already.
const returnMs = 4000

/** The row to come back to is another meanwhile: one went on to the next from inside the row. */
export function moveReturn(href: string, rowId: string) {
  const place = places.get(href)
  if (place !== undefined) places.set(href, { ...place, rowId })
}

/** The address of a list as it was left for one of its rows, with its filters; the bare one when it was not. */
export function wayBack(path: AppPath): AppPath {
  const left = [...places.keys()].findLast((href) => href.split('?')[0] === path)
  return (left as AppPath | undefined) ?? path
}

type Returning = { scroller: HTMLElement | null; rowIds: () => readonly string[]; isReady: boolean; goTo: (row: number) => void }

/** Brings back the row, its focus and the scroll of a list that one comes back to; answers what remembers them when a row is opened. */
export function useReturnToRow({ scroller, rowIds, isReady, goTo }: Returning) {
  const router = useRouter()
  const until = useRef(0)
  const isBack = useRef(false)
  useEffect(() => {
    until.current ||= Date.now() + returnMs
    if (scroller === null || !isReady || isBack.current || Date.now() > until.current) return
    const place = places.get(router.state.location.href)
    const row = place === undefined ? -1 : rowIds().indexOf(place.rowId)
    if (place === undefined || row < 0) return
    isBack.current = true
    places.delete(router.state.location.href)
    scroller.scrollTo(place.scrollLeft, place.scrollTop)
    goTo(row)
    // On a page that scrolls as a whole the list may stand under its end.
    if (place.scrollTop > 0 || row > 0) scroller.scrollIntoView({ block: 'nearest' })
  })
  return ({ target }: MouseEvent) => {
    const row = (target as HTMLElement).closest('a')?.closest<HTMLElement>('[data-row]')
    const rowId = row === null || row === undefined ? undefined : rowIds()[Number(row.dataset['row'])]
    if (rowId === undefined || scroller === null) return
    const { href } = router.state.location
    places.delete(href)
    places.set(href, { rowId, scrollTop: scroller.scrollTop, scrollLeft: scroller.scrollLeft })
    for (const oldest of [...places.keys()].slice(0, -placesMax)) places.delete(oldest)
  }
}
