import { sql } from 'kysely'

/** SQL: the persons who are rung up or talked with now, as `busy`: as many as there are lines in use. */
export const busyPersons = sql`busy as materialized (
      select m.customer_id, m.person, m.id
      from outbox x
      join communications m on m.customer_id = x.customer_id and m.id = x.communication_id
      where x.uses_capacity and x.channel = 'call' and x.state <> 'queued'
      union all
      select customer_id, person, id
      from communications
      where in_air)`

/** SQL: the person of the outbox row `o` is not called now, for whichever case; after busyPersons. */
export const personIsFree = sql`
          and not exists (
            select from communications own
            join busy on busy.customer_id = own.customer_id and busy.person = own.person
            where own.customer_id = o.customer_id and own.id = o.communication_id)`
