import { useEffect, useEffectEvent } from 'react'

const leader = 'g'
const leaderMs = 1000

/** Calls `run` when a key is pressed outside fields and dialogs. `g b` is g and then b within a second. */
export function useKey(keys: string, run: () => void) {
  const press = useEffectEvent(run)
  useEffect(() => {
    let leaderAt = 0
    const [first, second] = keys.split(' ')
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
      const isLed = Date.now() - leaderAt < leaderMs
      leaderAt = event.key === leader ? Date.now() : 0
      // After `g` a letter goes somewhere; alone it does something here.
      if (second === undefined ? event.key !== first || isLed : event.key !== second || !isLed) return
      event.preventDefault()
      press()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [keys])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.matches('input:not([type=checkbox]):not([type=radio]),select,textarea,[contenteditable]') || target.closest('dialog') !== null)
  )
}
