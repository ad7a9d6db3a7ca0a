-- A bank's own name for an entry counts with its day and amount, since some banks begin to count anew each day. What
-- was kept before gets the same keys, so that a file that comes again, or overlaps, books nothing twice. A second
-- entry of one name has a number behind it (":2"), where the first stands beside it.
with named as (
  select e.customer_id, e.id, e.account, e.booked_on, e.amount_cents,
    case when f.id is null then e.entry_key else f.entry_key end as name
  from bank_entries e
  left join bank_entries f on f.customer_id = e.customer_id and f.account = e.account
    and e.entry_key ~ ':[0-9]+$' and f.entry_key = regexp_replace(e.entry_key, ':[0-9]+$', '')
  where e.entry_key not like '=%'),
keys as (
  select customer_id, id, name || ' ' || booked_on || ' ' || amount_cents as key,
    row_number() over (partition by customer_id, account, name, booked_on, amount_cents order by id) as n
  from named)
update bank_entries e
set entry_key = k.key || case when k.n > 1 then ':' || k.n else '' end
from keys k
where e.customer_id = k.customer_id and e.id = k.id;
