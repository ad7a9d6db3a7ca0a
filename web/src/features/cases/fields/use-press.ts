import { useRef } from 'react'

/**
 * What is said of a field that is left waits until the press that left it has ended: what moves under the pointer between its going down and
 * coming up gets no press.
 */
export function usePress() {
  const waiting = useRef<(() => void)[] | null>(null)
  const end = () => {
    const left = waiting.current ?? []
    waiting.current = null
    for (const check of left) check()
  }
  return {
    begin: () => {
      if (waiting.current !== null) return
      waiting.current = []
      const stop = new AbortController()
      // The press itself comes after the pointer is up.
      const soon = () => {
        stop.abort()
        setTimeout(end)
      }
      for (const name of ['pointerup', 'pointercancel']) addEventListener(name, soon, { signal: stop.signal })
    },
    afterwards: (check: () => void) => (waiting.current === null ? check() : void waiting.current.push(check)),
  }
}
