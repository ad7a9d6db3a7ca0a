import type pg from 'pg'
import { mainCustomerId } from './seed-cases.ts'

/** Puts so many mails of about 2 KB into the outbox, ready to go: one per open case of open batches. Returns the prefix of their keys. */
export async function queueMails(sql: pg.Pool, count: number): Promise<string> {
  const prefix = `bench:${Date.now().toString(36)}:`
  await sql.query(
    `with wanted as (
       select c.customer_id, c.id, c.batch_id, c.email, c.name
       from cases c
       join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
       where c.customer_id = $1 and c.status = 'open' and b.status = 'open' order by c.id limit $2),
     queued as (
       insert into communications (customer_id, case_id, batch_id, channel, idempotency_key, recipient, provider,
         simulated)
       select customer_id, id, batch_id, 'email', $3 || id, email, 'smtp', false
       from wanted
       returning customer_id, id, queued_at, case_id, batch_id),
     waiting as (
       insert into outbox (customer_id, communication_id, case_id, batch_id, channel, next_at)
       select customer_id, id, case_id, batch_id, 'email', queued_at from queued)
     insert into communication_contents (customer_id, communication_id, queued_at, sender, subject, text, html)
     select customer_id, id, queued_at, 'Inning <inning@bench.example>', 'Herinnering: factuur F' || case_id,
       'Beste debiteur,' || repeat(' U hebt een factuur nog niet betaald.', 25),
       '<p>Beste debiteur,' || repeat(' U hebt een factuur nog niet betaald.', 25) || '</p>' from queued`,
    [mainCustomerId, count, prefix],
  )
  await sql.query('analyze communications, outbox')
  return prefix
}
