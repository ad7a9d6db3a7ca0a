-- What a bank says came in: files of statements that staff upload, and each amount in them once, however often a file
-- says it.
create table bank_statements (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  file_id bigint not null,
  sha256 bytea not null,
  state text not null default 'reading' check (state in ('reading', 'matching', 'done', 'failed')),
  -- Why it was refused, and where in the file.
  fault text,
  fault_place text not null default '',
  entries int not null default 0 check (entries >= 0),
  -- Of each account in it: its balances and its days, to be shown.
  accounts jsonb not null default '[]',
  -- Of these, so many stood in an earlier file too.
  known int not null default 0 check (known between 0 and entries),
  uploaded_by bigint not null references users,
  uploaded_at timestamptz not null,
  primary key (customer_id, id),
  unique (id),
  check ((state = 'failed') = (fault is not null))
);
create unique index bank_statements_once on bank_statements (customer_id, sha256) where state <> 'failed';
select protect_by_customer('bank_statements');

create table bank_entries (
  customer_id bigint not null,
  id bigint generated always as identity,
  statement_id bigint not null,
  -- Of whom the statement is, and how the bank names the entry there.
  account text not null,
  entry_key text not null,
  -- What went out is negative.
  amount_cents bigint not null,
  currency char(3) not null,
  booked_on date not null,
  counter_name text not null,
  counter_iban text,
  reference text,
  text text not null,
  -- Nothing of a case: why, by whom, when.
  ignored_reason text check (length(ignored_reason) between 1 and 500),
  ignored_by text,
  ignored_at timestamptz,
  primary key (customer_id, id),
  unique (id),
  unique (customer_id, account, entry_key),
  foreign key (customer_id, statement_id) references bank_statements (customer_id, id),
  check ((ignored_at is null) = (ignored_reason is null) and (ignored_at is null) = (ignored_by is null))
);
create index bank_entries_newest on bank_entries (customer_id, booked_on, id) where amount_cents > 0;
create index bank_entries_statement on bank_entries (customer_id, statement_id);
create index bank_entries_counter on bank_entries (customer_id, counter_iban) where counter_iban is not null;
select protect_by_customer('bank_entries');

-- An entry is booked by the payment that counts: taking that back makes it open again, by the one writer of payments.
alter table payments
  add column bank_entry_id bigint,
  add foreign key (customer_id, bank_entry_id) references bank_entries (customer_id, id),
  add check (bank_entry_id is null or method = 'bank');
create unique index payments_bank_entry on payments (customer_id, bank_entry_id)
  where bank_entry_id is not null and withdrawn_at is null;
