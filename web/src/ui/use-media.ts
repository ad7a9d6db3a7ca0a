import { useSyncExternalStore } from 'react'

/** Does the window fit this media query now? Follows it. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = globalThis.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => globalThis.matchMedia(query).matches,
  )
}

/** Is the window as narrow as a phone's? One width for all screens (theme/breakpoints.test.ts). */
export const useIsPhone = () => useMedia('(max-width: 760px)')
