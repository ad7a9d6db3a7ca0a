-- What staff do with one case: why it is paused, what it is linked to, notes, call-backs, promises, complaints, and who may not be contacted.
alter table cases
  add column direction text not null default 'outbound' check (direction in ('inbound', 'outbound')),
  add column linked_case_id bigint,
  -- Who or what paused it; null while it is not paused.
  add column paused_for text check (paused_for in ('staff', 'callback', 'promise', 'dispute', 'complaint', 'vulnerable', 'reply')),
  add foreign key (customer_id, linked_case_id) references cases (customer_id, id);
create index cases_linked on cases (customer_id, linked_case_id) where linked_case_id is not null;

-- Why a run was held when it was last looked at: the refusal of contactPermission(). The funnel counts by it.
alter table case_runs add column held text;

create table case_notes (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  text text not null check (length(text) between 1 and 4000),
  by_user_id bigint references users on delete set null,
  by_user text not null,
  at timestamptz not null default now(),
  primary key (customer_id, id),
  foreign key (customer_id, case_id) references cases (customer_id, id) on delete cascade
);
create index case_notes_case on case_notes (customer_id, case_id, id);

create table callbacks (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  at timestamptz not null,
  -- Null: whoever is there.
  for_user_id bigint references users on delete set null,
  note text not null default '' check (length(note) <= 1000),
  by_user text not null,
  state text not null default 'open' check (state in ('open', 'done', 'cancelled')),
  reminded_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (customer_id, id),
  unique (id),
  foreign key (customer_id, case_id) references cases (customer_id, id) on delete cascade
);
create index callbacks_open on callbacks (customer_id, at, id) where state = 'open';
create index callbacks_case on callbacks (customer_id, case_id, id);

create table promises (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  kind text not null check (kind in ('promise', 'plan')),
  state text not null default 'open' check (state in ('open', 'kept', 'broken', 'cancelled')),
  by_user text not null,
  at timestamptz not null default now(),
  primary key (customer_id, id),
  foreign key (customer_id, case_id) references cases (customer_id, id) on delete cascade
);
create unique index promises_open on promises (customer_id, case_id) where state = 'open';
create index promises_case on promises (customer_id, case_id, id);
create table promise_parts (
  customer_id bigint not null,
  promise_id bigint not null,
  no int not null,
  due date not null,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'open' check (state in ('open', 'paid', 'late')),
  primary key (customer_id, promise_id, no),
  foreign key (customer_id, promise_id) references promises (customer_id, id) on delete cascade
);
create index promise_parts_due on promise_parts (due) where state = 'open';

create table complaints (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  kind text not null check (kind in ('complaint', 'dispute')),
  text text not null check (length(text) between 1 and 4000),
  state text not null default 'open' check (state in ('open', 'confirmed', 'resolved')),
  confirm_before timestamptz,
  confirmed_at timestamptz,
  resolved_at timestamptz,
  outcome text not null default '' check (length(outcome) <= 4000),
  by_user text not null,
  at timestamptz not null default now(),
  primary key (customer_id, id),
  foreign key (customer_id, case_id) references cases (customer_id, id) on delete cascade
);
create index complaints_open on complaints (customer_id, confirm_before, id) where state <> 'resolved';
create index complaints_case on complaints (customer_id, case_id, id);

-- Phones as E.164, e-mail addresses in lower case. Expired entries are passed over at once, and swept later.
create table blacklist (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  kind text not null check (kind in ('phone', 'email')),
  value text not null check (length(value) between 3 and 320),
  reason text not null default '' check (length(reason) <= 500),
  retention text not null check (retention in ('3m', '6m', '1y', '2y', 'forever')),
  added_at timestamptz not null default now(),
  added_by text not null,
  case_id bigint,
  expires_at timestamptz,
  primary key (customer_id, kind, value),
  unique (id)
);

-- Why a message was allowed or held when it was decided, in the words of contactPermission().
alter table communications add column permission jsonb;
-- How often a person was contacted, over all cases: by the address or number that was used.
create index communications_recipient on communications (customer_id, recipient, queued_at);

-- Who has a case open now. Not worth a log: after a crash nobody looks at anything.
create unlogged table presence (
  customer_id bigint not null,
  case_id bigint not null,
  user_id bigint not null,
  -- A window of a browser: one person may have several.
  socket text not null,
  editing boolean not null default false,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (customer_id, case_id, socket)
);
create index presence_seen on presence (seen_at);

do $$ declare t text; begin
  foreach t in array array['case_notes', 'callbacks', 'promises', 'promise_parts', 'complaints', 'blacklist', 'presence'] loop
    perform protect_by_customer(t::regclass);
  end loop;
end $$;
select audit_table('case_notes', 'note', 'id', 'text');
select audit_table('callbacks', 'callback', 'id', '', 'version,reminded_at');
select audit_table('promises', 'promise', 'id');
select audit_table('promise_parts', 'promisePart', 'promise_id,no');
select audit_table('complaints', 'complaint', 'id', 'text,outcome');
select audit_table('blacklist', 'blacklist', 'id');

-- What a case is found by follows its fields. For each row, as only some columns matter and staff change one case at a time.
create function index_changed_case() returns trigger language plpgsql as $$
begin
  update case_search set terms = lower(new.name) || ' ' || coalesce(replace(new.phone, '+', ''), '') || ' ' || coalesce(replace(new.mobile, '+', ''), ''),
    email = lower(new.email), invoice_number = lower(new.invoice_number), postcode = upper(replace(new.postcode, ' ', ''))
  where customer_id = new.customer_id and case_id = new.id;
  return null;
end $$;
create trigger index_case_changed after update of name, phone, mobile, email, invoice_number, postcode on cases
  for each row when ((old.name, old.phone, old.mobile, old.email, old.invoice_number, old.postcode) is distinct from (new.name, new.phone, new.mobile, new.email, new.invoice_number, new.postcode))
  execute function index_changed_case();
