-- What was paid for a case: by a payment link, or booked by staff who saw the money. Nothing is removed: a booking that
-- was taken back stays, with the moment.
create table payments (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  -- Null: booked by staff.
  payment_link_id bigint,
  amount_cents bigint not null check (amount_cents between 1 and 100000000),
  currency char(3) not null,
  paid_on date not null,
  note text not null default '' check (length(note) <= 4000),
  booked_by text,
  at timestamptz not null,
  -- The undo entry of the closing that it was booked with.
  undo_entry_id bigint,
  withdrawn_at timestamptz,
  primary key (customer_id, id),
  unique (id),
  foreign key (customer_id, case_id) references cases (customer_id, id),
  foreign key (customer_id, payment_link_id) references payment_links (customer_id, id),
  check ((payment_link_id is null) = (booked_by is not null))
);
create index payments_case on payments (customer_id, case_id, id);
create index payments_undo on payments (customer_id, undo_entry_id) where undo_entry_id is not null;
select protect_by_customer('payments');

-- The sum of a case and the last day, kept with it: every list shows what is still open.
alter table cases
  add column paid_cents bigint not null default 0 check (paid_cents >= 0),
  add column paid_on date;

-- A link that was paid twice has an event for each payment.
insert into payments (customer_id, case_id, payment_link_id, amount_cents, currency, paid_on, at)
select l.customer_id, l.case_id, l.id, l.amount_cents, l.currency, (e.at at time zone 'Europe/Amsterdam')::date, e.at
from payment_links l
join payment_events e on e.customer_id = l.customer_id and e.payment_link_id = l.id and e.state = 'paid'
where l.state = 'paid';
update cases c
set paid_cents = p.cents, paid_on = p.paid_on
from (
  select customer_id, case_id, sum(amount_cents) as cents, max(paid_on) as paid_on
  from payments
  group by customer_id, case_id) p
where c.customer_id = p.customer_id and c.id = p.case_id;

insert into right_objects (type_id, ref, code, name_nl, name_eng, name_fr, built_in)
select id, '12', 312, 'Betaling boeken', 'Book payments', 'Enregistrer des paiements', true
from right_types
where prefix = 3
on conflict (code) do nothing;
-- As product groups come with it; groups that hold every right have it by themselves.
insert into right_group_objects (group_id, object_id)
select g.id, o.id
from right_groups g
cross join right_objects o
where g.name in ('Teamleider', 'Beheerder') and o.code = 312
on conflict do nothing;

-- Lists sort by what is still open.
drop index cases_by_outstanding;
create index cases_by_outstanding on cases
  (customer_id, batch_id, coalesce(outstanding_cents - least(paid_cents, outstanding_cents), -1), id);
