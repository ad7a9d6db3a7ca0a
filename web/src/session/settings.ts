import { loginApi, type Settings } from '@regie/contract/login.ts'
import { callApi } from '../api/call-api.ts'
import type { ColumnHeader } from '../ui/column-settings.ts'
import { changeSession, useSession } from './use-session.ts'

type HeadersName =
  | 'batchHeaders'
  | 'monitorHeaders'
  | 'caseHeaders'
  | 'userHeaders'
  | 'scriptHeaders'
  | 'callbackHeaders'
  | 'complaintHeaders'
  | 'contactHeaders'

const saveDelayMs = 1000
let unsaved: Partial<Settings> = {}
let timer: ReturnType<typeof setTimeout> | undefined

/** Changes settings at once on this screen, and on the server when nothing more has been changed for a second. */
export function changeSettings(change: Partial<Settings>) {
  changeSession((session) => ({ ...session, settings: { ...session.settings, ...change } }))
  unsaved = { ...unsaved, ...change }
  clearTimeout(timer)
  timer = setTimeout(() => void saveSettings(), saveDelayMs)
}

/** Sends what was not saved yet. A failure keeps it for the next change: a column that moved is no reason to disturb anyone. */
export async function saveSettings() {
  clearTimeout(timer)
  const settings = unsaved
  if (Object.keys(settings).length === 0) return
  unsaved = {}
  await callApi(loginApi.changeSettings, { body: { settings } }).catch(() => {
    unsaved = { ...settings, ...unsaved }
  })
}

export function useSettings(): Settings {
  return useSession().settings
}

/** A table's columns as the user left them, and how to keep them: `const { headers, onHeaders } = useSavedHeaders('batchHeaders')`. */
export function useSavedHeaders(name: HeadersName) {
  const headers: readonly ColumnHeader[] = useSettings()[name]
  return { headers, onHeaders: (changed: readonly ColumnHeader[]) => changeSettings({ [name]: changed.map(withoutGaps) }) }
}

function withoutGaps({ key, headerProps }: ColumnHeader) {
  return {
    key,
    headerProps: headerProps.width === undefined ? { class: headerProps.class } : { class: headerProps.class, width: headerProps.width },
  }
}
