import { batchApi } from '@regie/contract/batches.ts'
import { type Customer, customerApi } from '@regie/contract/customers.ts'
import type { CallOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { homeApi } from '@regie/contract/home.ts'
import { type LoginInfo, loginApi } from '@regie/contract/login.ts'
import { holdsRight, Right } from '@regie/contract/right-codes.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { screenPaths } from '../paths.ts'
import { addressOf } from '../api/call-api.ts'
import { askEarly } from '../api/early-answers.ts'
import { pageRequest, pageSize } from '../api/page-request.ts'
import { batchFiltersQuery } from '../features/batches/batch-filters-query.ts'
import { wasSignedIn } from '../session/signed-in-hint.ts'
import { readSelection, selectionKey, startCustomer } from '../session/start-selection.ts'
import { firstScreen } from './screen-table.ts'

export type FirstAnswers = { customerID: number; batches: CallOf<typeof batchApi.list> | null; home: CallOf<typeof homeApi.get> | null }

/**
 * Asks for what the first screen shows while the code that shows it is still on its way: four answers one after the other
 * cost as long as the code itself. Answers what was found to be the customer and the list; null when nobody is signed in.
 */
export async function askFirst({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Promise<FirstAnswers | null> {
  const ping = askEarly<ResponseOf<typeof loginApi.ping>>(addressOf(loginApi.ping))
  if (!wasSignedIn() && !(await ping)?.loggedIn) return null
  const [session, customers] = await Promise.all([
    askEarly<LoginInfo>(addressOf(loginApi.info)),
    askEarly<Customer[]>(addressOf(customerApi.list)),
  ])
  if (session === null || customers === null) return null
  const kept = readSelection(localStorage.getItem(selectionKey))
  const customerID = startCustomer(kept.customerID, customers, session.customerID, session.rights)
  if (customerID === null) return null
  const scriptID = customerID === kept.customerID ? kept.scriptID : null
  const batches = leadsToBatches(pathname, session.rights) ? { query: batchFiltersQuery(customerID, scriptID, filtersOf(search)) } : null
  const home =
    pathname === screenPaths.home && firstScreen(session.rights) === 'home'
      ? { query: { customerID, ...(scriptID !== null && { scriptID }) } }
      : null
  if (home !== null) void askEarly(addressOf(homeApi.get, home))
  if (batches !== null) void askEarly(addressOf(batchApi.list, pageRequest<typeof batchApi.list>(batches, pageSize, null)))
  void askEarly(addressOf(scriptApi.listOfCustomer, { query: { customerID } }))
  return { customerID, batches, home }
}

function leadsToBatches(path: string, rights: readonly number[]): boolean {
  return path === screenPaths.batches && holdsRight(rights, Right.viewBatches)
}

function filtersOf(search: string) {
  const given = new URLSearchParams(search)
  const of = (name: string) => given.get(name) ?? ''
  return { q: of('q'), status: of('status'), imported: of('imported'), priority: of('priority'), sort: of('sort') }
}
