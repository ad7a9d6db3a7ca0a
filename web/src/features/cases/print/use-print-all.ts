import { useEffect, useState } from 'react'

type Pages = { hasMore: boolean; isLoadingMore: boolean; failure: Error | null; loadMore: () => void }

/** Prints the screen when all pages of a list are on it. */
export function usePrintAll({ hasMore, isLoadingMore, failure, loadMore }: Pages) {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    if (!isPrinting || isLoadingMore) return
    if (hasMore && failure === null) {
      loadMore()
      return
    }
    // When the last page has been drawn.
    const frame = requestAnimationFrame(() => {
      setPrinting(false)
      globalThis.print()
    })
    return () => cancelAnimationFrame(frame)
  }, [isPrinting, isLoadingMore, hasMore, failure, loadMore])
  return { isPrinting, print: () => setPrinting(true) }
}
