import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

type Pages = { hasMore: boolean; isLoadingMore: boolean; failure: Error | null; loadMore: () => void }

/**
 * Prints the screen when all that it shows is there: what is asked for the first time, and all pages of a list. Ctrl+P waits for the same; the menu of
 * the browser cannot be made to wait, and prints what is there.
 */
export function usePrintAll({ hasMore, isLoadingMore, failure, loadMore }: Pages) {
  const [isPrinting, setPrinting] = useState(false)
  const isWaiting = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0
  useEffect(() => {
    if (!isPrinting || isLoadingMore || isWaiting) return
    if (hasMore && failure === null) {
      loadMore()
      return
    }
    let isLeft = false
    // When the last page has been drawn, with its pictures.
    const frame = requestAnimationFrame(async () => {
      await picturesAreThere()
      if (isLeft) return
      setPrinting(false)
      globalThis.print()
    })
    return () => {
      isLeft = true
      cancelAnimationFrame(frame)
    }
  }, [isPrinting, isLoadingMore, isWaiting, hasMore, failure, loadMore])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      setPrinting(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return { isPrinting, print: () => setPrinting(true) }
}

// Paper without a logo is better than none: a picture that does not come holds nothing up for longer.
const pictureMs = 5_000

/** Waits for the pictures of the page, as a logo: on paper what has not come stays empty. */
async function picturesAreThere(): Promise<void> {
  const coming = [...document.images].filter((image) => !image.complete)
  if (coming.length === 0) return
  const all = Promise.allSettled(coming.map((image) => image.decode()))
  const { promise: tooLate, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, pictureMs)
  await Promise.race([all, tooLate])
  clearTimeout(timer)
}
