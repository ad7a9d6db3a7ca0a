import { caseApi } from '@regie/contract/cases.ts'
import { customerApi } from '@regie/contract/customers.ts'
import type { ApiClient } from './api-client.ts'

/** The first customer of the demo. */
export async function demoCustomer(api: ApiClient): Promise<number> {
  const { body: customers } = await api.call(customerApi.list)
  const customerID = customers.find(({ name }) => name === 'Demo Incasso')?.customerID
  if (customerID === undefined) throw new Error('the demo has no Demo Incasso')
  return customerID
}

/** A case of it, by its number. */
export async function demoCase(api: ApiClient, caseNumber: string): Promise<number> {
  const { body } = await api.call(caseApi.search, { query: { customerID: await demoCustomer(api), q: caseNumber } })
  const caseID = body.rows[0]?.caseID
  if (caseID === undefined) throw new Error(`the demo has no case ${caseNumber}`)
  return caseID
}
