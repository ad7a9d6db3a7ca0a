-- Each case has one reference by which a payment names it: the creditor's own, else a betalingskenmerk of the number of
-- the case (fifteen digits behind their check digit), so that no two cases share one.
-- The weights are those of contract/src/payment-references.ts, from the right 2 4 8 5 10 9 7 3 6 1 and on.
alter table cases add column payment_reference text not null generated always as (
  coalesce(
    nullif(fields ->> 'betalingskenmerk', ''),
    substr('01987654321', ((
        id % 10 * 2
        + id / 10 % 10 * 4
        + id / 100 % 10 * 8
        + id / 1000 % 10 * 5
        + id / 10000 % 10 * 10
        + id / 100000 % 10 * 9
        + id / 1000000 % 10 * 7
        + id / 10000000 % 10 * 3
        + id / 100000000 % 10 * 6
        + id / 1000000000 % 10
        + id / 10000000000 % 10 * 2
        + id / 100000000000 % 10 * 4
        + id / 1000000000000 % 10 * 8
        + id / 10000000000000 % 10 * 5
        + id / 100000000000000 % 10 * 10) % 11 + 1)::int, 1)
      || lpad(id::text, 15, '0'))) stored;

-- By which it is found, however it is written.
alter table case_search add column payment_reference text;
update case_search s
set payment_reference = nullif(left(upper(regexp_replace(c.payment_reference, '[^[:alnum:]]', '', 'g')), 35), '')
from cases c
where c.customer_id = s.customer_id and c.id = s.case_id;
create index case_search_payment_reference on case_search (customer_id, payment_reference);
