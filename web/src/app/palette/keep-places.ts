import { useEffect } from 'react'
import { keepPlace } from '../../session/recent-places.ts'
import { onTitle } from '../../ui/page-sign.ts'

// While a thing is loaded its screen has a general title.
const settleMs = 800
const things = /^\/(cases|batches|scripts)\/\d+$/

/** Remembers the cases, batches and scripts that one looks at, for the palette. */
export function useKeptPlaces(userID: number) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = onTitle((title) => {
      clearTimeout(timer)
      const { pathname: path } = location
      if (things.test(path)) timer = setTimeout(() => keepPlace(userID, { path, title: title.replace(/ · Regie$/, '') }), settleMs)
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [userID])
}
