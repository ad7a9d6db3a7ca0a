-- Money by customer, batch, currency and day, kept beside the cases: home shows it without counting anything
-- (docs/decisions/0004-counters-by-triggers.md). The triggers stand in server/sql/kept-money.sql.

-- With each case: what of it came in within 30 days, and what is promised and not in yet, with the next day of it.
alter table cases
  add column paid_soon_cents bigint not null default 0 check (paid_soon_cents >= 0),
  add column promised_cents bigint not null default 0 check (promised_cents >= 0),
  add column promised_on date,
  add check ((promised_on is null) = (promised_cents = 0));

update cases c
set paid_soon_cents = p.cents
from (
  select c.customer_id, c.id, sum(p.amount_cents) as cents
  from payments p
  join cases c on c.customer_id = p.customer_id and c.id = p.case_id
  where p.withdrawn_at is null and p.paid_on <= (c.created_at at time zone 'Europe/Amsterdam')::date + 30
  group by c.customer_id, c.id) p
where c.customer_id = p.customer_id and c.id = p.id;

update cases c
set promised_cents = p.cents, promised_on = p.due
from (
  select customer_id, case_id, sum(still)::bigint as cents, min(due) filter (where still > 0) as due
  from (
    select m.customer_id, m.case_id, q.due,
      least(q.amount_cents, greatest(0, sum(q.amount_cents) over (partition by m.id order by q.no) - coalesce((
        select sum(p.amount_cents)
        from payments p
        where p.customer_id = m.customer_id and p.case_id = m.case_id and p.withdrawn_at is null and p.at >= m.at),
        0))) as still
    from payment_promises m
    join payment_promise_parts q on q.customer_id = m.customer_id and q.promise_id = m.id
    where m.state = 'open') q
  group by customer_id, case_id
  having sum(still) > 0) p
where c.customer_id = p.customer_id and c.id = p.case_id;

-- What a statement changed: one row for each batch, currency and day. Written without a lock on what others write, so
-- that nobody waits for a total; a job adds the rows up into the two tables below every minute.
create table money_changes (
  customer_id bigint not null,
  id bigint generated always as identity,
  batch_id bigint not null,
  currency char(3) not null,
  -- When the case came in; of money received, when it was paid; of a promise, its next day.
  day date not null,
  cases int not null default 0,
  open_cases int not null default 0,
  claimed_cents bigint not null default 0,
  outstanding_cents bigint not null default 0,
  paid_cents bigint not null default 0,
  paid_soon_cents bigint not null default 0,
  promises int not null default 0,
  promised_cents bigint not null default 0,
  broken int not null default 0,
  receipts int not null default 0,
  received_cents bigint not null default 0,
  primary key (customer_id, id),
  foreign key (customer_id, batch_id) references batches on delete cascade
);
select protect_by_customer('money_changes');

create table batch_money (
  customer_id bigint not null,
  batch_id bigint not null,
  currency char(3) not null,
  open_cases int not null,
  claimed_cents bigint not null,
  outstanding_cents bigint not null,
  paid_cents bigint not null,
  promises int not null,
  promised_cents bigint not null,
  broken int not null,
  primary key (customer_id, batch_id, currency),
  foreign key (customer_id, batch_id) references batches on delete cascade
) with (fillfactor = 50);
select protect_by_customer('batch_money');

create table money_days (
  customer_id bigint not null,
  day date not null,
  batch_id bigint not null,
  currency char(3) not null,
  -- Of the cases that came in on this day.
  cases int not null,
  claimed_cents bigint not null,
  paid_soon_cents bigint not null,
  -- Promised for this day, and not in yet.
  promises int not null,
  promised_cents bigint not null,
  receipts int not null,
  received_cents bigint not null,
  primary key (customer_id, day, batch_id, currency),
  foreign key (customer_id, batch_id) references batches on delete cascade
) with (fillfactor = 50);
select protect_by_customer('money_days');

insert into money_changes (customer_id, batch_id, currency, day, cases, open_cases, claimed_cents, outstanding_cents,
  paid_cents, paid_soon_cents, broken)
select customer_id, batch_id, currency, (created_at at time zone 'Europe/Amsterdam')::date, count(*),
  count(*) filter (where status <> 'closed' and outstanding_cents > paid_cents),
  coalesce(sum(coalesce(outstanding_cents, paid_cents)), 0),
  coalesce(sum(outstanding_cents - least(paid_cents, outstanding_cents)) filter (where status <> 'closed'), 0),
  coalesce(sum(least(paid_cents, coalesce(outstanding_cents, paid_cents))), 0),
  coalesce(sum(least(paid_soon_cents, coalesce(outstanding_cents, paid_soon_cents))), 0),
  count(*) filter (where status <> 'closed' and result = 'TOEV')
from cases
group by 1, 2, 3, 4;
insert into money_changes (customer_id, batch_id, currency, day, promises, promised_cents)
select customer_id, batch_id, currency, promised_on, count(*), sum(promised_cents)
from cases
where status <> 'closed' and promised_cents > 0
group by 1, 2, 3, 4;
insert into money_changes (customer_id, batch_id, currency, day, receipts, received_cents)
select p.customer_id, c.batch_id, p.currency, p.paid_on, count(*), sum(p.amount_cents)
from payments p
join cases c on c.customer_id = p.customer_id and c.id = p.case_id
where p.withdrawn_at is null
group by 1, 2, 3, 4;

-- The rows behind the figures.
create index cases_promised on cases (customer_id, id) where promised_cents > 0 and status <> 'closed';
create index cases_broken on cases (customer_id, id) where result = 'TOEV' and status <> 'closed';
create index cases_came_in on cases (customer_id, ((created_at at time zone 'Europe/Amsterdam')::date), id);
create index payments_received on payments (customer_id, paid_on, case_id) where withdrawn_at is null;
