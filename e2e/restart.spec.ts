import { existsSync } from 'node:fs'
import { batchApi } from '@regie/contract/batches.ts'
import { customerApi } from '@regie/contract/customers.ts'
import { loginApi } from '@regie/contract/login.ts'
import { expect, test } from 'vitest'
import { ApiClient } from './api-client.ts'
import { makeTempFolder } from '../server/test/make-temp-folder.ts'
import { removeData, startProduct } from './start-product.ts'

test('Ctrl-C ends everything cleanly, and a second start keeps all data and needs no new password', async () => {
  // From nothing, as nobody else does here.
  const first = await startProduct({ dataDir: makeTempFolder('e2e') })
  const before = await batchesOf(first.url, first.password)
  expect(await first.stop()).toBe(0)
  await expect(fetch(`${first.url}/api/health`)).rejects.toThrow()

  const second = await startProduct({ dataDir: first.dataDir })
  try {
    const after = await batchesOf(second.url, second.password)
    expect(after.map((batch) => [batch.batchID, batch.name, batch.counts.total])).toEqual(
      before.map((batch) => [batch.batchID, batch.name, batch.counts.total]),
    )
  } finally {
    expect(await second.stop()).toBe(0)
    removeData(first.dataDir)
  }
  expect(existsSync(first.dataDir)).toBe(false)
})

async function batchesOf(url: string, password: string) {
  const api = new ApiClient(url)
  await api.signIn('beheer', password)
  const customers = await api.call(customerApi.list)
  const lists = await Promise.all(customers.body.map(({ customerID }) => api.call(batchApi.list, { query: { customerID } })))
  await api.call(loginApi.logOut)
  return lists.flatMap(({ body }) => body.rows)
}
