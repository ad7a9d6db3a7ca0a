-- Whether a mobile number is in use, as a provider of SMS looked it up (HLR); asked once in thirty days.
create table number_checks (
  customer_id bigint not null,
  number text not null,
  -- Null: the installation's own.
  provider_id bigint,
  asked_at timestamptz not null,
  tried_at timestamptz,
  -- How the provider names the question.
  ref text not null default '',
  -- Null: no answer yet.
  state text check (state in ('active', 'absent', 'unknown', 'failed')),
  -- Of the operator: MCC-MNC.
  network text not null default '',
  -- Messages that did not leave because of it, and what they would have cost.
  skipped int not null default 0,
  saved_cents numeric not null default 0,
  primary key (customer_id, number)
);
create index number_checks_open on number_checks (asked_at) where state is null;
select protect_by_customer('number_checks');
