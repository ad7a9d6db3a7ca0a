import type { Client } from 'pg'
import { bulkLoad } from './bulk-load.ts'
import { customerCount } from './seed-people.ts'

export const mainCustomerId = 1
export const mainBatches = 200
const otherBatches = 10
const filledTables = [
  'cases',
  'case_search',
  'case_runs',
  'timeline',
  'communications',
  'communication_contents',
  'payment_links',
  'payment_events',
  'payments',
  'payment_promises',
  'payment_promise_parts',
]

/** One customer with all the cases over 200 batches, and nineteen with a twentieth of that together, so that every index holds strangers too. */
export async function seedCases(client: Client, cases: number) {
  await client.query(`insert into batches (customer_id, script_id, name, status, imported_at)
    select s.customer_id, s.id, 'Batch ' || n || ' ' || (array['januari', 'maart', 'juni', 'oktober'])[1 + n % 4],
      case when n % 10 = 0 then 'closed' when n % 10 = 1 then 'paused' else 'open' end, now() - n * interval '1 day'
    from scripts s
    cross join lateral generate_series(1,
      case when s.customer_id = ${mainCustomerId} then ${mainBatches} else ${otherBatches} end) n
    order by n, s.customer_id`)
  await bulkLoad(client, filledTables, async () => {
    const others = Math.max(1, Math.round(cases / 20 / ((customerCount - 1) * otherBatches)))
    await client.query(casesOf(`customer_id = ${mainCustomerId}`, Math.round(cases / mainBatches)))
    await client.query(casesOf(`customer_id <> ${mainCustomerId}`, others))
    for (const text of follows) await client.query(text)
  })
  await client.query('insert into batch_counters select * from batch_counters_recounted')
  for (const text of money) await client.query(text)
}

// A row's random values come from hashes of its number: the same data each time, without a pattern that helps an index.
const pick = (list: string, salt: number) => `(${list})[1 + mod(abs(hashint8extended(n, ${salt})), array_length(${list}, 1))]`
const given = `array['Sanne', 'Daan', 'Fatima', 'Lars', 'Zoë', 'Mehmet', 'Eva', 'Thijs', 'Noor', 'Jeroen', 'Aïcha', 'Bram', 'Lotte', 'Ruben', 'Femke', 'Youssef', 'Anna', 'Willem', 'Ingrid', 'Karim', 'Marijke', 'Piet', 'Saskia', 'Tom']`
const family = `array['de Vries', 'Jansen', 'van den Berg', 'Yilmaz', 'Bakker', 'Visser', 'Smit', 'Meijer', 'El Amrani', 'Mulder', 'de Groot', 'Bos', 'Vos', 'Peters', 'Hendriks', 'Dekker', 'Brouwer', 'de Wit', 'Dijkstra', 'Smits', 'de Graaf', 'van der Meer', 'Kok', 'Jacobs', 'Kuiper']`
const cities = `array['Utrecht', 'Rotterdam', 'Amersfoort', 'Groningen', 'Breda', 'Zwolle', 'Leiden', 'Arnhem', 'Eindhoven', 'Maastricht']`

function casesOf(batchFilter: string, perBatch: number): string {
  return `
    insert into cases (customer_id, batch_id, case_number, status, result, closed_by_batch, paused_until, attempts,
      last_answer, name, phone, mobile, email, city, postcode,
      invoice_number, locale, outstanding_cents, fields, created_at, updated_at)
    select customer_id, batch_id, 'D' || n, case_status, case when case_status = 'closed' then result end,
      batch_status = 'closed'
      and case_status = 'closed',
      case when case_status = 'paused' then now() + interval '30 days' end, mod(n, 4), answer, name, phone, mobile,
        email, city, postcode, invoice, 'nl', cents,
      jsonb_build_object('dossiernummer', 'D' || n, 'naam', name, 'telefoon', phone, 'mobiel', mobile, 'email', email,
        'plaats', city, 'postcode', postcode,
        'factuurnummer', invoice, 'openstaand', (cents / 100.0)::numeric(12, 2)::text, 'factuurdatum',
          (date '2026-01-01' + mod(n, 300)::int)::text, 'taal', 'nl', 'debiteurtype', 'consument'),
      now() - mod(n, 200) * interval '1 day', now() - mod(n, 90) * interval '1 hour'
    from (
      select b.customer_id, b.id as batch_id, b.status as batch_status, n,
        mod(abs(hashint8extended(n, 9)), 41000) + 2495 as cents,
        case when b.status = 'closed'
          or mod(n, 3) = 0 then 'closed' when mod(n, 29) = 0 then 'paused' else 'open' end as case_status,
        case when mod(n, 7) = 0 then 'BET' else 'MAX' end as result,
        case
          when mod(n, 4) = 0 then null
          else (array['mens', 'voicemail', 'niet_opgenomen'])[1 + mod(n, 3)]
          end as answer,
        ${pick(given, 1)} || ' ' || ${pick(family, 2)} as name, ${pick(cities, 3)} as city,
        '+3130' || lpad(mod(abs(hashint8extended(n, 4)), 10000000)::text, 7, '0') as phone,
          '+316' || lpad(mod(abs(hashint8extended(n, 5)), 100000000)::text, 8, '0') as mobile,
        'debiteur' || n || '@bench.example' as email, lpad((1000 + mod(n, 8999))::text, 4, '0') || ' AB' as postcode,
          'F' || (n * 7) as invoice
      from batches b
      cross join lateral (select (b.id - 1) * ${perBatch} + i as n from generate_series(1, ${perBatch}) i) numbers
      where ${batchFilter} order by b.id, n) r`
}

// What the triggers and the engine would have left behind. No run is due for a month, so that an engine in a bench has only the work that the bench gives it.
const follows = [
  `insert into case_search (customer_id, case_id, terms, case_number, email, invoice_number, postcode)
   select customer_id, id, lower(name) || ' ' || replace(phone, '+', '') || ' ' || replace(mobile, '+', ''),
     lower(case_number), lower(email), lower(invoice_number), replace(postcode, ' ', '')
   from cases`,
  `insert into case_runs (customer_id, case_id, batch_id, script_version_id, step, step_no, state, due_at)
   select c.customer_id, c.id, c.batch_id, s.live_version_id, 'wacht-op-mail', 3,
     case when c.status = 'closed' then 'finished' else 'sleeping' end, now() + interval '30 days'
   from cases c join scripts s on s.customer_id = c.customer_id`,
  `insert into timeline (customer_id, case_id, kind, event) select customer_id, id, 'imported', 'imported' from cases`,
  `insert into communications (customer_id, case_id, batch_id, channel, idempotency_key, state, delivery, recipient,
     provider, simulated, provider_ref, attempts, sent_at, delivered_at)
   select customer_id, id, batch_id, 'email', 'seed:' || id, 'sent', 'delivered', email, 'simulated-email', true,
     'seed-' || id, 1, now(), now()
   from cases
   where mod(id, 5) = 0`,
  `insert into communication_contents (customer_id, communication_id, queued_at, sender, subject, text)
   select customer_id, id, queued_at, 'inning@bench.example', 'Herinnering', 'Beste lezer, uw factuur staat nog open.'
   from communications`,
  `insert into timeline (customer_id, case_id, kind, event, communication_id, simulated)
    select customer_id, case_id, 'email', 'emailSent', id, true
    from communications`,
  `insert into payment_links (customer_id, case_id, batch_id, token, idempotency_key, amount_cents, provider,
     simulated, expires_at)
   select customer_id, id, batch_id, left(md5(id::text), 22), 'seed:' || id, outstanding_cents, 'simulated', true,
     now() + interval '14 days'
   from cases
   where mod(id, 5) = 0`,
  `insert into payment_events (customer_id, payment_link_id, state)
    select customer_id, id, 'created'
    from payment_links`,
  // One case in ten paid a part within six weeks, as far as these have passed; one in two hundred promised the rest.
  `insert into payments (customer_id, case_id, batch_id, amount_cents, currency, paid_on, booked_by, method, at)
   select customer_id, id, batch_id, 1 + outstanding_cents / 3, currency,
     least(
       (now() at time zone 'Europe/Amsterdam')::date,
       (created_at at time zone 'Europe/Amsterdam')::date + mod(id, 42)::int
     ), 'bench', 'bank', now()
   from cases
   where mod(id, 10) = 3`,
  `insert into payment_promises (customer_id, case_id, kind, by_user, at)
   select customer_id, id, 'promise', 'bench', now() + interval '1 minute'
   from cases
   where mod(id, 200) = 7 and status <> 'closed'`,
  `insert into payment_promise_parts (customer_id, promise_id, no, due, amount_cents)
   select customer_id, id, 1, (now() at time zone 'Europe/Amsterdam')::date + mod(id, 14)::int, 2500
   from payment_promises`,
  `update cases c
   set paid_cents = p.amount_cents, paid_on = p.paid_on, paid_soon_cents = case
     when p.paid_on <= (c.created_at at time zone 'Europe/Amsterdam')::date + 30 then p.amount_cents else 0 end
   from payments p
   where p.customer_id = c.customer_id and p.case_id = c.id`,
  `update cases c
   set promised_cents = q.amount_cents, promised_on = q.due
   from payment_promises p
   join payment_promise_parts q on q.customer_id = p.customer_id and q.promise_id = p.id
   where p.customer_id = c.customer_id and p.case_id = c.id`,
]

// The totals as their triggers would have kept them. What was just filled has no statistics yet, and whether they come meanwhile is chance: without
// them these were counted for minutes in place of seconds.
const money = [
  'analyze',
  `insert into batch_money
   select customer_id, batch_id, currency, open_cases, claimed_cents, outstanding_cents, paid_cents, promises,
     promised_cents, broken
   from batch_money_recounted`,
  `insert into money_days
   select customer_id, script_id, day, currency, cases, claimed_cents, paid_soon_cents, promises, promised_cents,
     receipts, received_cents
   from money_days_recounted`,
]
