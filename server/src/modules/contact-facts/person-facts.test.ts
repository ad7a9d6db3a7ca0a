import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/open-test-database.ts'
import { contactsJson } from './person-facts.ts'

test('the contacts of a person are found by index under the policies, not among all messages of the customer', async () => {
  const database = await openTestDatabase()
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    // An empty table is read whole otherwise.
    await client.query('set local enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) select ${contactsJson('c', 'k', 'now()')} from cases c join customers k on k.id = c.customer_id`,
    )
    await client.query('rollback')
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/communications_person on communications m\n\s+Index Cond: \(.*\(person = /)
    expect(plan).toMatch(/Index Cond: \(.*\(iban_hash = own\.iban_hash\)/)
  } finally {
    client.release()
    await database.drop()
  }
})
