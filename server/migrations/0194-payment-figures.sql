-- The report of payments and the rows behind its numbers answer from what is kept, for a year as fast as for a day.
-- docs/decisions/0004-counters-by-triggers.md; the triggers stand in server/sql/kept-links.sql.

-- With each link: how far somebody ever came by it (1: opened its page, 2: went to the bank), whatever became of it
-- since, and whether staff marked it as paid.
alter table payment_links
  add column reached smallint not null default 0 check (reached between 0 and 2),
  add column marked boolean not null default false;

update payment_links l
set reached = r.reached
from (
  select customer_id, payment_link_id as id, max(case state when 'link_clicked' then 1 else 2 end) as reached
  from payment_events
  where state in ('link_clicked', 'bank_opened', 'in_progress', 'canceled')
  group by customer_id, payment_link_id) r
where l.customer_id = r.customer_id and l.id = r.id;

update payment_links l
set marked = true
from payments p
where p.customer_id = l.customer_id and p.payment_link_id = l.id and p.booked_by is not null and p.withdrawn_at is null
  and l.state = 'paid';

-- A payment stands in the batch of its case, as a link does: counting by script looks at no case.
alter table payments add column batch_id bigint;
update payments p
set batch_id = c.batch_id
from cases c
where c.customer_id = p.customer_id and c.id = p.case_id;
alter table payments alter column batch_id set not null;

-- Each look at the days of payments leaves out what was taken back, and finds here all that it counts.
drop index payments_paid_on;
drop index payments_received;
create index payments_counted on payments (customer_id, paid_on, at, id)
  include (case_id, batch_id, currency, amount_cents, payment_link_id, booked_by) where withdrawn_at is null;
-- From making a link to its payment.
create index payment_links_paid on payment_links (customer_id, created_at)
  include (paid_at, batch_id, currency) where state = 'paid' and not marked;
-- Of these there are few among many.
create index payment_links_few on payment_links (customer_id, created_at, id)
  where state in ('in_progress', 'canceled') or marked;

-- What a statement changed of links that are alike: of one batch and day, that stand alike. Written without a lock on
-- what others write; a job adds the rows up into the table below every minute.
create table payment_link_changes (
  customer_id bigint not null,
  id bigint generated always as identity,
  batch_id bigint not null,
  -- On which the links were made, in the Netherlands.
  day date not null,
  currency char(3) not null,
  state text not null,
  has_ended boolean not null,
  reached smallint not null,
  marked boolean not null,
  links int not null,
  cents bigint not null,
  primary key (customer_id, id),
  foreign key (customer_id, batch_id) references batches on delete cascade
);
select protect_by_customer('payment_link_changes');

create table payment_link_days (
  customer_id bigint not null,
  script_id bigint not null,
  day date not null,
  currency char(3) not null,
  state text not null,
  has_ended boolean not null,
  reached smallint not null,
  marked boolean not null,
  links int not null,
  cents bigint not null,
  primary key (customer_id, day, script_id, currency, state, has_ended, reached, marked),
  foreign key (customer_id, script_id) references scripts on delete cascade
) with (fillfactor = 50);
select protect_by_customer('payment_link_days');

insert into payment_link_changes (customer_id, batch_id, day, currency, state, has_ended, reached, marked, links, cents)
select customer_id, batch_id, (created_at at time zone 'Europe/Amsterdam')::date, currency, state,
  ended_for is not null, reached, marked, count(*), sum(amount_cents)
from payment_links
group by 1, 2, 3, 4, 5, 6, 7, 8;
