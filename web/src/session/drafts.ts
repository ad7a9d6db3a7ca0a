import { useState } from 'react'
import { useSession } from './use-session.ts'

// What somebody typed and did not send stays on his computer so long, for him alone.
const keptMs = 30 * 24 * 3_600_000
const prefix = 'regie-draft:'

export type Draft<Values> = { at: string; values: Values }

/** What this user typed here before and did not send: it survives a reload, a lost connection, a colleague who was first, and signing out. */
export function useDraft<Values>(about: string) {
  const { userID } = useSession()
  const key = `${prefix}${userID}:${about}`
  const [found] = useState(() => readDraft<Values>(key))
  return {
    /** As it was when the screen opened; null when there was none. */
    found,
    save: (values: Values) => write(key, JSON.stringify({ at: new Date().toISOString(), values })),
    drop: () => localStorage.removeItem(key),
  }
}

/** Forgets drafts that nobody came back to. */
export function dropOldDrafts(now = Date.now()) {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix) && isOld(readAt(key), now)) localStorage.removeItem(key)
}

function readDraft<Values>(key: string): Draft<Values> | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft<Values> | null
    return draft === null || isOld(draft.at, Date.now()) ? null : draft
  } catch {
    return null
  }
}

function readAt(key: string): string {
  return readDraft(key)?.at ?? ''
}

const isOld = (at: string, now: number) => !(now - Date.parse(at) < keptMs)

// A full store loses a draft, not the work on the screen.
function write(key: string, text: string) {
  try {
    localStorage.setItem(key, text)
  } catch {
    return
  }
}
