-- The codes of providers that the product has no words for, so that somebody finds out what they mean; and what the
-- customer's staff decided that one means.
create table failure_codes (
  customer_id bigint not null references customers,
  channel text not null check (channel in ('call', 'email', 'sms', 'whatsapp')),
  provider text not null check (length(provider) <= 60),
  code text not null check (length(code) between 1 and 40),
  count bigint not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  text text not null check (length(text) <= 500),
  communication_id bigint,
  case_id bigint,
  cause text check (length(cause) <= 40),
  note text not null default '' check (length(note) <= 300),
  settled_at timestamptz,
  settled_by text,
  primary key (customer_id, channel, provider, code)
);
create index failure_codes_last on failure_codes (last_at);
select protect_by_customer('failure_codes');
