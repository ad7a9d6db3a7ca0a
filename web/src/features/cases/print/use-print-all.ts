import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

type Pages = { isLoading: boolean; hasMore: boolean; isLoadingMore: boolean; failure: Error | null; loadMore: () => void }

/**
 * Prints the screen when all that it shows is there: what is asked for the first time, and all pages of a list. Ctrl+P waits for the same; the menu of
 * the browser cannot be made to wait, and prints what is there. `onBegin`: paper may need more than the screen.
 */
export function usePrintAll({ isLoading, hasMore, isLoadingMore, failure, loadMore }: Pages, onBegin: () => void) {
  const [isPrinting, setPrinting] = useState(false)
  const isWaiting = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0
  useEffect(() => {
    if (!isPrinting || isLoading || isLoadingMore || isWaiting) return
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
  }, [isPrinting, isLoading, isLoadingMore, isWaiting, hasMore, failure, loadMore])
  const begin = useEffectEvent(() => {
    onBegin()
    setPrinting(true)
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      begin()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const print = () => {
    onBegin()
    setPrinting(true)
  }
  return { isPrinting, print }
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
