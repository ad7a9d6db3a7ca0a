import { startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { bodyHeight, headHeight, rowHeight, tableWindow } from './table-window.ts'

type View = { scrollTop: number; viewport: number }

/** Which rows are near the view of a scrolling element. It draws again when a row enters or leaves, not at every pixel. */
export function useScrollWindow(scroller: HTMLElement | null, count: number) {
  const [view, setView] = useState(guessedView)
  const [isSettled, setSettled] = useState(false)
  useLayoutEffect(() => {
    if (scroller === null) return
    const look = (viewport: (seen: View) => number) =>
      setView((seen) => nextView(seen, { scrollTop: scroller.scrollTop, viewport: viewport(seen) }, count))
    const onScroll = () => look((seen) => seen.viewport)
    // It tells the size as soon as the browser knows it; asking for it here would make the browser lay out the page twice.
    const resizes = new ResizeObserver(([entry]) => entry && look(() => Math.max(0, entry.contentRect.height - headHeight)))
    scroller.addEventListener('scroll', onScroll, { passive: true })
    resizes.observe(scroller)
    return () => {
      scroller.removeEventListener('scroll', onScroll)
      resizes.disconnect()
    }
  }, [scroller, count])
  useEffect(() => {
    const afterPaint = requestAnimationFrame(() => startTransition(() => setSettled(true)))
    return () => cancelAnimationFrame(afterPaint)
  }, [])
  return { ...tableWindow({ count, ...view }, isSettled ? undefined : 0), isSettled }
}

// What an ordinary screen leaves to a table, until the browser has measured it.
function guessedView(): View {
  return { scrollTop: 0, viewport: 0.75 * innerHeight }
}

// A compressed range moves its rows at every pixel; elsewhere each row keeps its place, so that only other rows are news.
function nextView(seen: View, now: View, count: number): View {
  if (bodyHeight(count) < count * rowHeight) return now
  const before = tableWindow({ count, ...seen })
  const after = tableWindow({ count, ...now })
  return before.first === after.first && before.last === after.last ? seen : now
}
