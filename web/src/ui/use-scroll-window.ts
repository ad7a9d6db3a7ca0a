import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { bodyHeight, cardHeight, headHeight, rowHeight, tableWindow } from './table-window.ts'
import { useIsPhone } from './use-media.ts'

type View = { scrollTop: number; viewport: number }

// What stands beside the view already, so that a slow scroll to the side meets no empty cell.
const widthAhead = 200

/**
 * Which rows are near the view of a scrolling element, and how far to the right somebody has looked. It draws again when a row or a column enters or
 * leaves, not at every pixel.
 */
export function useScrollWindow(scroller: HTMLElement | null, count: number, height = rowHeight) {
  const [view, setView] = useState(guessedView)
  const [reach, setReach] = useState(innerWidth)
  const seenWidth = useRef({ left: 0, width: 0 })
  const [isSettled, setSettled] = useState(false)
  useLayoutEffect(() => {
    if (scroller === null) return
    const look = (viewport: (seen: View) => number) =>
      setView((seen) => nextView(seen, { scrollTop: scroller.scrollTop, viewport: viewport(seen) }, { count, height }))
    const onScroll = () => {
      look((seen) => seen.viewport)
      if (scroller.scrollLeft <= seenWidth.current.left) return
      seenWidth.current.left = scroller.scrollLeft
      setReach(reachOf(seenWidth.current))
    }
    // It tells the size as soon as the browser knows it; asking for it here would make the browser lay out the page twice.
    const resizes = new ResizeObserver(([entry]) => {
      if (entry === undefined) return
      look(() => Math.max(0, entry.contentRect.height - headHeight))
      seenWidth.current.width = entry.contentRect.width
      setReach(reachOf(seenWidth.current))
    })
    scroller.addEventListener('scroll', onScroll, { passive: true })
    resizes.observe(scroller)
    return () => {
      scroller.removeEventListener('scroll', onScroll)
      resizes.disconnect()
    }
  }, [scroller, count, height])
  useEffect(() => {
    const afterPaint = requestAnimationFrame(() => startTransition(() => setSettled(true)))
    return () => cancelAnimationFrame(afterPaint)
  }, [])
  return { ...tableWindow({ count, height, ...view }, isSettled ? undefined : 0), reach }
}

function reachOf({ left, width }: { left: number; width: number }): number {
  return left + width + widthAhead
}

// What an ordinary screen leaves to a table, until the browser has measured it.
function guessedView(): View {
  return { scrollTop: 0, viewport: 0.75 * innerHeight }
}

// A compressed range moves its rows at every pixel; elsewhere each row keeps its place, so that only other rows are news.
function nextView(seen: View, now: View, { count, height }: { count: number; height: number }): View {
  if (bodyHeight(count, height) < count * height) return now
  const before = tableWindow({ count, height, ...seen })
  const after = tableWindow({ count, height, ...now })
  return before.first === after.first && before.last === after.last ? seen : now
}

/** How high a row is on this window: a line, or a card on a phone. */
export function useRowHeight(): number {
  return useIsPhone() ? cardHeight : rowHeight
}
