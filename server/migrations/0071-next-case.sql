-- The case most worth calling now, one for each agent (modules/next-case). A hold ends by itself: whoever closed their
-- browser keeps nothing.
create table case_holds (
  customer_id bigint not null,
  case_id bigint not null,
  user_id bigint not null references users (id) on delete cascade,
  cause text not null check (cause in ('callback', 'broken', 'worth')),
  callback_at timestamptz,
  until timestamptz not null,
  primary key (customer_id, case_id),
  foreign key (customer_id, case_id) references cases on delete cascade
);
create index case_holds_of_user on case_holds (user_id);
select protect_by_customer('case_holds');

create table case_skips (
  customer_id bigint not null,
  case_id bigint not null,
  user_id bigint not null references users (id) on delete cascade,
  day date not null,
  reason text not null check (reason in ('known', 'language', 'information', 'other')),
  at timestamptz not null,
  primary key (customer_id, case_id, user_id, day),
  foreign key (customer_id, case_id) references cases on delete cascade
);
select protect_by_customer('case_skips');

-- Those worth calling in their order, as next-case-order.ts has it: broken promises, then amount times chance.
create index cases_worth on cases (
  customer_id,
  batch_id,
  (coalesce(result = 'TOEV', false)) desc,
  ((outstanding_cents - paid_cents) * case
    when last_answer in ('ongeldig', 'fax') then 0
    when attempts = 0 then 30
    when attempts = 1 then 24
    when attempts = 2 then 18
    when attempts = 3 then 14
    when attempts < 6 then 10
    else 6 end) desc,
  id
) where status = 'open' and outstanding_cents > paid_cents and coalesce(mobile, phone) is not null;

create index payment_promises_broken on payment_promises (customer_id, by_user, id) where state = 'broken';
create index payment_promises_taken on payment_promises (customer_id, by_user, at);
