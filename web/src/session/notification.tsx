import { useSyncExternalStore } from 'react'
import { Snackbar } from '../ui/snackbar.tsx'

// One stored message (spec §3, User); the snackbar takes it and leaves it empty.
let stored = ''
const listeners = new Set<() => void>()

/** Says something at the top of the screen, in words that are already translated. */
export function notify(text: string) {
  stored = text
  for (const listener of listeners) listener()
}

export function Notifications() {
  const text = useSyncExternalStore(listen, () => stored)
  return <Snackbar stored={text} onTaken={clear} />
}

function clear() {
  notify('')
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
