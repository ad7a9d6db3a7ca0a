import { useLayoutEffect, useState } from 'react'
import { bodyHeight, headHeight, rowHeight, tableWindow } from './table-window.ts'

type View = { scrollTop: number; viewport: number }

// Before the browser has measured anything: as many rows as an ordinary window holds.
const unmeasured: View = { scrollTop: 0, viewport: 600 }

/** Which rows are near the view of a scrolling element. It draws again when a row enters or leaves, not at every pixel. */
export function useScrollWindow(scroller: HTMLElement | null, count: number) {
  const [view, setView] = useState(unmeasured)
  useLayoutEffect(() => {
    if (scroller === null) return
    const look = () => setView((seen) => nextView(seen, viewOf(scroller), count))
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    const resizes = new ResizeObserver(look)
    resizes.observe(scroller)
    return () => {
      scroller.removeEventListener('scroll', look)
      resizes.disconnect()
    }
  }, [scroller, count])
  return tableWindow({ count, ...view })
}

function viewOf(scroller: HTMLElement): View {
  return { scrollTop: scroller.scrollTop, viewport: Math.max(0, scroller.clientHeight - headHeight) }
}

// A compressed range moves its rows at every pixel; elsewhere each row keeps its place, so that only other rows are news.
function nextView(seen: View, now: View, count: number): View {
  if (bodyHeight(count) < count * rowHeight) return now
  const before = tableWindow({ count, ...seen })
  const after = tableWindow({ count, ...now })
  return before.first === after.first && before.last === after.last ? seen : now
}
