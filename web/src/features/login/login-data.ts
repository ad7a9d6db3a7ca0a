import { loginApi } from '@regie/contract/login.ts'
import { type Maintenance, maintenanceApi } from '@regie/contract/maintenance.ts'
import { organisationApi } from '@regie/contract/organisation.ts'
import { ApiFailure } from '../../api/api-failure.ts'
import { callApi } from '../../api/call-api.ts'

export function logIn(username: string, password: string) {
  return callApi(loginApi.logIn, { body: { username, password } })
}

/** None when they cannot be asked for: who has a password can go on. */
export function listProviders() {
  return callApi(organisationApi.providers, {}).catch(() => [])
}

/** Null when it cannot be asked for: signing in says by itself what goes wrong. */
export function findMaintenance(): Promise<Maintenance | null> {
  return callApi(maintenanceApi.get, {}).catch(() => null)
}

/** For how long signing in is refused, as the server tells it; null when it does not, such as for a lock by an administrator. */
export function waitOf(failure: unknown): { minutes: number } | { seconds: number } | null {
  if (!(failure instanceof ApiFailure) || failure.code !== 'login.locked') return null
  const { minutes, seconds } = failure.params
  if (typeof seconds === 'number' && seconds < 60) return { seconds }
  return typeof minutes === 'number' ? { minutes } : null
}
