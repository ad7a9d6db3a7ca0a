-- Cases that went to a bailiff or back to the client, with the file that has their evidence. `locale`: in which
-- language the file is written.
create table hand_overs (
  customer_id bigint not null references customers (id),
  id bigint generated always as identity unique,
  kind text not null check (kind in ('bailiff', 'client')),
  name text not null,
  email text not null default '',
  reference text not null default '',
  note text not null default '',
  on_day date not null,
  locale text not null,
  -- The job that hands them over; it is forgotten before this row is.
  bulk_id bigint,
  file_id bigint,
  user_id bigint references users (id) on delete set null,
  by_user text not null,
  at timestamptz not null,
  primary key (customer_id, id),
  foreign key (customer_id, file_id) references files (customer_id, id)
);
create index hand_overs_of_customer on hand_overs (customer_id, at desc);
create index hand_overs_of_bulk on hand_overs (customer_id, bulk_id);
select protect_by_customer('hand_overs');

-- `reason`: the code of an error, of a case that was left alone. `open_cents`: what was open at that moment.
create table hand_over_cases (
  customer_id bigint not null,
  hand_over_id bigint not null,
  case_id bigint not null,
  state text not null check (state in ('handedOver', 'refused', 'undone', 'takenBack')),
  reason text,
  open_cents bigint,
  ended_at timestamptz,
  ended_by text,
  primary key (customer_id, hand_over_id, case_id),
  foreign key (customer_id, hand_over_id) references hand_overs (customer_id, id) on delete cascade,
  foreign key (customer_id, case_id) references cases (customer_id, id) on delete cascade,
  check ((state = 'refused') = (reason is not null))
);
-- A case is with one of them at a time, and is found by it.
create unique index hand_over_cases_now on hand_over_cases (customer_id, case_id) where state = 'handedOver';
create index hand_over_cases_of_case on hand_over_cases (customer_id, case_id);
select protect_by_customer('hand_over_cases');

alter table payment_links
  drop constraint payment_links_ended_for_check,
  add constraint payment_links_ended_for_check check (
    ended_for in ('batchClosed', 'amountChanged', 'paymentBooked', 'deleted', 'provider', 'handedOver'));
