import { batchApi } from '@regie/contract/batches.ts'
import { customerApi } from '@regie/contract/customers.ts'
import { homeApi } from '@regie/contract/home.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { queryClient } from '../api/query-client.ts'
import { apiQuery } from '../api/use-api.ts'
import { rowsQuery } from '../api/use-rows.ts'
import { chooseCustomer, customersOptions, scriptsOptions } from '../session/selection.ts'
import type { FirstAnswers } from './first-asks.ts'

/** Puts the early answers where the screens look, so that the first screen is drawn once and with its rows. */
export async function warmCache(asked: Promise<FirstAnswers | null>) {
  const found = await asked
  if (found === null) return
  const { customerID, batches, home } = found
  chooseCustomer(customerID)
  await Promise.all([
    queryClient.prefetchQuery(apiQuery(customerApi.list, {}, customersOptions)),
    queryClient.prefetchQuery(apiQuery(scriptApi.listOfCustomer, { query: { customerID } }, scriptsOptions)),
    home === null ? null : queryClient.prefetchQuery(apiQuery(homeApi.get, home)),
    batches === null ? null : queryClient.prefetchInfiniteQuery(rowsQuery(batchApi.list, batches)),
  ])
}
