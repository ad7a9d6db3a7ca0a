-- A plan asks for its instalments one by one, each by a payment link of its own, and what happens to one that is missed
-- goes by the rule of the plan, else of its customer.
alter table customers
  add column missed_instalment text not null default 'end' check (missed_instalment in ('remind', 'move', 'end'));

alter table payment_promises
  add column missed_instalment text check (missed_instalment in ('remind', 'move', 'end')),
  -- Those that were made before are not asked for: nobody agreed on it.
  add column asks_by_link boolean not null default false;

alter table payment_promise_parts
  add column payment_link_id bigint,
  add column asked_at timestamptz,
  -- Not asked for before then: the answer was no.
  add column ask_from timestamptz,
  -- It was missed: when it was due at first.
  add column moved_from date,
  -- It was missed and is reminded of: the plan ends when nothing came in by then.
  add column late_after date check (late_after >= due),
  add column reminded_at timestamptz,
  add foreign key (customer_id, payment_link_id) references payment_links (customer_id, id);
create index payment_promise_parts_link on payment_promise_parts (customer_id, payment_link_id)
  where payment_link_id is not null;
