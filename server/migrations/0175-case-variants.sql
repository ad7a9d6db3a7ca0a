-- Which variant of an experiment a case got, and what came of it since. A row belongs to one case alone, so that nobody
-- waits for a counter; the report adds up the rows of an experiment along one index, which holds all that it asks.
create table case_variants (
  customer_id bigint not null,
  case_id bigint not null,
  step_key text not null check (length(step_key) between 1 and 40),
  script_id bigint not null,
  variant text not null check (variant in ('a', 'b', 'c', 'd', 'e')),
  divided_at timestamptz not null,
  currency char(3) not null,
  -- What was open at that moment, and what came in since.
  owed_cents bigint not null check (owed_cents >= 0),
  paid_cents bigint not null default 0 check (paid_cents >= 0),
  settled_at timestamptz,
  contacts int not null default 0 check (contacts >= 0),
  complaints int not null default 0 check (complaints >= 0),
  is_demo boolean not null,
  primary key (customer_id, case_id, step_key),
  foreign key (customer_id, case_id) references cases (customer_id, id) on delete cascade,
  foreign key (customer_id, script_id) references scripts (customer_id, id)
) with (fillfactor = 80);
create index case_variants_report on case_variants (customer_id, script_id, step_key, divided_at)
  include (variant, currency, owed_cents, paid_cents, settled_at, contacts, complaints)
  where not is_demo;
select protect_by_customer('case_variants');
