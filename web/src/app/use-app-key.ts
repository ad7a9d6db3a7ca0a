import { useEffect, useEffectEvent } from 'react'

/** Calls `run` when a key is pressed outside fields and dialogs. `g b` is g and then b within a second. */
export function useAppKey(keys: string, run: () => void) {
  const press = useEffectEvent(run)
  useEffect(() => {
    let leaderAt = 0
    const [first, second] = keys.split(' ')
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
      if (second === undefined ? event.key !== first : !(event.key === second && Date.now() - leaderAt < 1000)) {
        leaderAt = event.key === first ? Date.now() : 0
        return
      }
      event.preventDefault()
      leaderAt = 0
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
