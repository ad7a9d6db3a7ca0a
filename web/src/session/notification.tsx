import { useSyncExternalStore } from 'react'
import { whenRefused } from '../ui/refused-press.ts'
import { Snackbar, type SnackbarText } from '../ui/snackbar.tsx'

// One stored message (spec §3, User); the snackbar takes it and leaves it empty.
let stored: SnackbarText | null = null
const listeners = new Set<() => void>()

/** Says something at the top of the screen, in words that are already translated; with `action` it can be taken back there. */
export function notify(text: string, action?: SnackbarText['action']) {
  put(text === '' ? null : { text, action })
}

// Pressed once more it says it once.
const refusedAgainMs = 5000
let refused = { reason: '', at: 0 }
whenRefused((reason) => {
  const at = Date.now()
  if (reason === refused.reason && at - refused.at < refusedAgainMs) return
  refused = { reason, at }
  notify(reason)
})

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
