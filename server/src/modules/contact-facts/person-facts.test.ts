import { expect, test } from 'vitest'
import { openBuilders } from '../../../test/builders.ts'
import { openTestDatabase } from '../../../test/open-test-database.ts'
import { contactsJson } from './person-facts.ts'

test('the contacts of a person are found by index under the policies, not among all messages of the customer', async () => {
  const database = await openTestDatabase()
  const { owner, pool } = database
  try {
    const one = await openBuilders({ db: owner.db, clock: { now: () => new Date() } }).case()
    await owner.pool.query(
      `insert into communications (customer_id, case_id, batch_id, channel, recipient, state, idempotency_key,
         provider, simulated)
       select $1, $2, $3, 'email', n || '@example.nl', 'sent', 'k' || n, 'simulated', true
       from generate_series(1, 5000) n`,
      [one.customerId, one.id, one.batchId],
    )
    await owner.pool.query('analyze')
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) select ${contactsJson('c', 'k', 'now()')} from cases c join customers k on k.id = c.customer_id`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/communications_person on communications m\n\s+Index Cond: \(.*\(person = /)
  } finally {
    await database.drop()
  }
})
