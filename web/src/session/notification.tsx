import { useSyncExternalStore } from 'react'
import { Snackbar, type SnackbarText } from '../ui/snackbar.tsx'

// One stored message (spec §3, User); the snackbar takes it and leaves it empty.
let stored: SnackbarText | null = null
const listeners = new Set<() => void>()

/** Says something at the top of the screen, in words that are already translated; with `action` it can be taken back there. */
export function notify(text: string, action?: SnackbarText['action']) {
  put(text === '' ? null : { text, action })
}

function put(next: SnackbarText | null) {
  stored = next
  for (const listener of listeners) listener()
}

export function Notifications() {
  const taken = useSyncExternalStore(listen, () => stored)
  return <Snackbar stored={taken} onTaken={clear} />
}

function clear() {
  put(null)
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
