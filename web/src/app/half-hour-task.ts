import { customerApi } from '@regie/contract/customers.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { systemApi } from '@regie/contract/system.ts'
import { callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'
import { apiKey } from '../api/use-api.ts'
import { findText } from '../locales/i18n.tsx'
import { dropOldDrafts } from '../session/drafts.ts'
import { notify } from '../session/notification.tsx'
import { renewSession } from './login-gate.ts'

const everyMs = 1_800_000

/** Every 30 minutes (spec §7, product.md §5.13): is one still signed in, rights and settings, is there a newer build, the pickers' lists, drafts that nobody came back to. Waits while the tab is hidden. */
export function startHalfHourTask() {
  let dueAt = Date.now() + everyMs
  let version: string | null = null
  const run = async () => {
    if (document.hidden || Date.now() < dueAt) return
    dueAt = Date.now() + everyMs
    await renewSession()
    const found = (await callApi(systemApi.health, {})).version
    if (version !== null && found !== version) notify(findText('app.newVersion') ?? '')
    version = found
    dropOldDrafts()
    await Promise.all([customerApi.list, scriptApi.listOfCustomer].map((list) => queryClient.invalidateQueries({ queryKey: apiKey(list) })))
  }
  const attempt = () => void run().catch(() => undefined)
  void callApi(systemApi.health, {})
    .then(({ version: first }) => {
      version = first
    })
    .catch(() => undefined)
  setInterval(attempt, 60_000)
  document.addEventListener('visibilitychange', attempt)
}
