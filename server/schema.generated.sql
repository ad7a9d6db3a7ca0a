-- The schema after all migrations and server/sql, to read: made by `npm run tables`, never changed by hand.

create table agent_days (
  customer_id bigint not null,
  user_id bigint not null,
  day date not null,
  status text not null,
  milliseconds bigint not null,
  constraint agent_days_pkey primary key (customer_id, day, user_id, status),
  constraint agent_days_milliseconds_check check ((milliseconds >= 0)),
  constraint agent_days_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint agent_days_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index agent_days_of_user on agent_days (user_id);
alter table agent_days enable row level security;
create policy served on agent_days for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table agent_statuses (
  customer_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  status text not null,
  at timestamp with time zone not null,
  login_at timestamp with time zone,
  cause text not null,
  constraint agent_statuses_pkey primary key (customer_id, id),
  constraint agent_statuses_cause_check check ((cause = any (array['person', 'call', 'time', 'gone']))),
  constraint agent_statuses_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint agent_statuses_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index agent_statuses_at on agent_statuses (customer_id, at);
create index agent_statuses_of_user on agent_statuses (user_id, at, id);
alter table agent_statuses enable row level security;
create policy served on agent_statuses for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger keep_agent_times after insert on agent_statuses for each row execute function keep_agent_times();

create table agents (
  customer_id bigint not null,
  user_id bigint not null,
  status text not null,
  status_at timestamp with time zone not null,
  login_at timestamp with time zone,
  after_call text,
  queue_ids bigint[] default '{}'::bigint[] not null,
  seen_at timestamp with time zone not null,
  constraint agents_pkey primary key (customer_id, user_id),
  constraint agents_after_call_check check ((after_call = any (array['away', 'available', 'dnd', 'custom1', 'custom2']))),
  constraint agents_check check (((login_at is not null) or (status = any (array['away', 'calling', 'cooldown'])))),
  constraint agents_status_check check ((status = any (array['calling', 'cooldown', 'away', 'available', 'dnd', 'custom1', 'custom2']))),
  constraint agents_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint agents_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create unique index agents_at_one_customer on agents (user_id) where (login_at is not null);
create index agents_of_user on agents (user_id);
alter table agents enable row level security;
create policy served on agents for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table api_keys (
  user_id bigint not null,
  key_hash bytea not null,
  hint text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  last_used_from text,
  constraint api_keys_pkey primary key (user_id),
  constraint api_keys_key_hash_key unique (key_hash),
  constraint api_keys_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create trigger api_key_changed after insert or delete or update of key_hash on api_keys for each row execute function notify_callers_changed();
create trigger audit_delete after delete on api_keys referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('apiKey', 'user_id', 'key_hash', 'last_used_at,last_used_from');
create trigger audit_insert after insert on api_keys referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('apiKey', 'user_id', 'key_hash', 'last_used_at,last_used_from');
create trigger audit_update after update on api_keys referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('apiKey', 'user_id', 'key_hash', 'last_used_at,last_used_from');

create table audit (
  id bigint generated always as identity,
  at timestamp with time zone default clock_timestamp() not null,
  customer_id bigint,
  user_id bigint,
  username text,
  via text not null,
  address text,
  request_id uuid,
  action text not null,
  entity text,
  entity_id text,
  before jsonb,
  after jsonb,
  constraint audit_pkey primary key (at, id),
  constraint audit_via_check check ((via = any (array['session', 'apiKey', 'public', 'system'])))
) partition by range (at);
create index audit_action on only audit (action, at, id) where (action <> all (array['cases.get', 'cases.timeline', 'cases.communication']));
create index audit_customer on only audit (customer_id, at, id);
create index audit_entity on only audit (entity, entity_id, at, id);
create index audit_request on only audit (request_id) where (action <> all (array['cases.get', 'cases.timeline', 'cases.communication']));
alter table audit enable row level security;
create policy served on audit for select using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id is null) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[]))));
create policy written on audit for insert with check (true);
create trigger append_only before delete or update on audit for each row execute function refuse_audit_change();
create trigger never_emptied before truncate on audit for each statement execute function refuse_audit_change();

create table audit_seals (
  position bigint not null,
  audit_id bigint not null,
  audit_at timestamp with time zone not null,
  hash bytea not null,
  constraint audit_seals_pkey primary key ("position"),
  constraint audit_seals_audit_at_audit_id_key unique (audit_at, audit_id)
);
create trigger append_only before delete or update on audit_seals for each row execute function refuse_audit_change();
create trigger never_emptied before truncate on audit_seals for each statement execute function refuse_audit_change();

create table audit_settings (
  only_one boolean default true not null,
  months integer default 24 not null,
  constraint audit_settings_pkey primary key (only_one),
  constraint audit_settings_months_check check (((months >= 24) and (months <= 120))),
  constraint audit_settings_only_one_check check (only_one)
);
create trigger audit_delete after delete on audit_settings referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('auditRetention', 'only_one', '', '');
create trigger audit_insert after insert on audit_settings referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('auditRetention', 'only_one', '', '');
create trigger audit_update after update on audit_settings referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('auditRetention', 'only_one', '', '');

create table bank_entries (
  customer_id bigint not null,
  id bigint generated always as identity,
  statement_id bigint not null,
  account text not null,
  entry_key text not null,
  amount_cents bigint not null,
  currency character(3) not null,
  booked_on date not null,
  counter_name text not null,
  counter_iban text,
  reference text,
  text text not null,
  ignored_reason text,
  ignored_by text,
  ignored_at timestamp with time zone,
  is_booked boolean default false not null,
  was_booked boolean default false not null,
  anonymous_at timestamp with time zone,
  constraint bank_entries_pkey primary key (customer_id, id),
  constraint bank_entries_customer_id_account_entry_key_key unique (customer_id, account, entry_key),
  constraint bank_entries_id_key unique (id),
  constraint bank_entries_check check ((((ignored_at is null) = (ignored_reason is null)) and ((ignored_at is null) = (ignored_by is null)))),
  constraint bank_entries_check1 check ((was_booked or (not is_booked))),
  constraint bank_entries_ignored_reason_check check (((length(ignored_reason) >= 1) and (length(ignored_reason) <= 500))),
  constraint bank_entries_customer_id_statement_id_fkey foreign key (customer_id, statement_id) references bank_statements(customer_id, id)
);
create index bank_entries_counter on bank_entries (customer_id, counter_iban) where (counter_iban is not null);
create index bank_entries_named on bank_entries (customer_id, booked_on, id) where (anonymous_at is null);
create index bank_entries_newest on bank_entries (customer_id, booked_on, id) where (amount_cents > 0);
create index bank_entries_open on bank_entries (customer_id, booked_on, id) where ((amount_cents > 0) and (ignored_at is null) and (not is_booked));
create index bank_entries_statement on bank_entries (customer_id, statement_id, id);
alter table bank_entries enable row level security;
create policy served on bank_entries for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table bank_statements (
  customer_id bigint not null,
  id bigint generated always as identity,
  file_id bigint not null,
  sha256 bytea not null,
  state text default 'reading' not null,
  fault text,
  fault_place text default '' not null,
  entries integer default 0 not null,
  accounts jsonb default '[]'::jsonb not null,
  known integer default 0 not null,
  uploaded_by bigint,
  uploaded_at timestamp with time zone not null,
  constraint bank_statements_pkey primary key (customer_id, id),
  constraint bank_statements_id_key unique (id),
  constraint bank_statements_check check (((known >= 0) and (known <= entries))),
  constraint bank_statements_check1 check (((state = 'failed') = (fault is not null))),
  constraint bank_statements_entries_check check ((entries >= 0)),
  constraint bank_statements_state_check check ((state = any (array['reading', 'matching', 'done', 'failed']))),
  constraint bank_statements_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint bank_statements_uploaded_by_fkey foreign key (uploaded_by) references users(id) on delete set null
);
create unique index bank_statements_once on bank_statements (customer_id, sha256) where (state <> 'failed');
alter table bank_statements enable row level security;
create policy served on bank_statements for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table batch_counters (
  customer_id bigint not null,
  batch_id bigint not null,
  total integer default 0 not null,
  open integer default 0 not null,
  closed integer default 0 not null,
  paused integer default 0 not null,
  busy integer default 0 not null,
  not_called integer default 0 not null,
  human integer default 0 not null,
  voicemail integer default 0 not null,
  other integer default 0 not null,
  transfers integer default 0 not null,
  emails integer default 0 not null,
  sms integer default 0 not null,
  whatsapp integer default 0 not null,
  payment_links integer default 0 not null,
  paid integer default 0 not null,
  unknown integer default 0 not null,
  constraint batch_counters_pkey primary key (customer_id, batch_id),
  constraint batch_counters_customer_id_batch_id_fkey foreign key (customer_id, batch_id) references batches(customer_id, id) on delete cascade
) with (fillfactor=50);
alter table batch_counters enable row level security;
create policy served on batch_counters for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));

create table batch_money (
  customer_id bigint not null,
  batch_id bigint not null,
  currency character(3) not null,
  open_cases integer not null,
  claimed_cents bigint not null,
  outstanding_cents bigint not null,
  paid_cents bigint not null,
  promises integer not null,
  promised_cents bigint not null,
  broken integer not null,
  constraint batch_money_pkey primary key (customer_id, batch_id, currency),
  constraint batch_money_customer_id_batch_id_fkey foreign key (customer_id, batch_id) references batches(customer_id, id) on delete cascade
) with (fillfactor=50);
alter table batch_money enable row level security;
create policy served on batch_money for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table batches (
  customer_id bigint not null,
  id bigint generated always as identity,
  script_id bigint not null,
  name text not null,
  status text default 'preparing' not null,
  paused_until timestamp with time zone,
  priority smallint default 5 not null,
  comments text default '' not null,
  imported_at timestamp with time zone,
  import_id bigint,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  own_lines integer,
  number_recognition boolean default true not null,
  dialer_on boolean default true not null,
  redial_on boolean default true not null,
  switched jsonb default '{}'::jsonb not null,
  locked_at timestamp with time zone,
  locked_by text,
  lock_reason text default '' not null,
  trial jsonb,
  trial_until_case bigint,
  is_single boolean default false not null,
  is_demo boolean default false not null,
  constraint batches_pkey primary key (customer_id, id),
  constraint batches_id_key unique (id),
  constraint batches_import_id_key unique (import_id),
  constraint batches_check check (((paused_until is null) or (status = 'paused'))),
  constraint batches_check1 check (((locked_at is null) = (locked_by is null))),
  constraint batches_name_check check (((length(name) >= 1) and (length(name) <= 120))),
  constraint batches_own_lines_check check (((own_lines >= 0) and (own_lines <= 500))),
  constraint batches_priority_check check (((priority >= 1) and (priority <= 9))),
  constraint batches_status_check check ((status = any (array['preparing', 'open', 'paused', 'closed']))),
  constraint batches_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id)
);
create unique index batches_demo on batches (customer_id, script_id) where is_demo;
create index batches_script on batches (customer_id, script_id, id);
create unique index batches_single on batches (customer_id, script_id) where is_single;
create index batches_status on batches (status) where (status = any (array['open', 'paused']));
create index batches_trial on batches (customer_id, id) where (trial_until_case is not null);
alter table batches enable row level security;
create policy served on batches for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on batches referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('batch', 'id', '', 'version');
create trigger audit_insert after insert on batches referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('batch', 'id', '', 'version');
create trigger audit_update after update on batches referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('batch', 'id', '', 'version');

create table blacklist (
  customer_id bigint not null,
  id bigint generated always as identity,
  kind text not null,
  value text not null,
  reason text default '' not null,
  retention text not null,
  added_at timestamp with time zone default now() not null,
  added_by text not null,
  case_id bigint,
  expires_at timestamp with time zone,
  removed_at timestamp with time zone,
  removed_by text,
  removed_reason text,
  kept_until timestamp with time zone,
  released_at timestamp with time zone,
  script_id bigint,
  system_key uuid,
  note text default '' not null,
  constraint blacklist_pkey primary key (customer_id, kind, value, id),
  constraint blacklist_id_key unique (id),
  constraint blacklist_check check ((((removed_at is null) = (removed_reason is null)) and ((removed_at is null) = (removed_by is null)))),
  constraint blacklist_check1 check (((script_id is null) or (system_key is null))),
  constraint blacklist_kind_check check ((kind = any (array['phone', 'email']))),
  constraint blacklist_note_check check ((length(note) <= 200)),
  constraint blacklist_reason_check check ((length(reason) <= 500)),
  constraint blacklist_removed_reason_check check ((length(removed_reason) <= 500)),
  constraint blacklist_retention_check check ((retention = any (array['3m', '6m', '1y', '2y', 'forever']))),
  constraint blacklist_value_check check (((length(value) >= 3) and (length(value) <= 320))),
  constraint blacklist_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint blacklist_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id) on delete cascade
);
create index blacklist_case on blacklist (customer_id, case_id) where (case_id is not null);
create index blacklist_ending on blacklist (expires_at) where ((released_at is null) and (removed_at is null));
create index blacklist_newest on blacklist (customer_id, id desc);
create index blacklist_parts on blacklist using gin (value gin_trgm_ops);
create index blacklist_system on blacklist (system_key) where (system_key is not null);
create index blacklist_unsubscribed on blacklist (customer_id, added_at) where ((reason = 'unsubscribed') and (kind = 'email'));
alter table blacklist enable row level security;
create policy served on blacklist for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on blacklist referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('blacklist', 'id', '', '');
create trigger audit_insert after insert on blacklist referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('blacklist', 'id', '', '');
create trigger audit_update after update on blacklist referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('blacklist', 'id', '', '');

create table bulk_jobs (
  customer_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  username text not null,
  kind text not null,
  filter jsonb not null,
  action jsonb not null,
  state text default 'waiting' not null,
  total integer default 0 not null,
  done integer default 0 not null,
  skipped jsonb default '{}'::jsonb not null,
  reached bigint,
  undo_entry_id bigint,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint bulk_jobs_pkey primary key (customer_id, id),
  constraint bulk_jobs_id_key unique (id),
  constraint bulk_jobs_kind_check check ((kind = any (array['cases', 'batches']))),
  constraint bulk_jobs_state_check check ((state = any (array['waiting', 'running', 'done', 'failed', 'cancelled', 'refused']))),
  constraint bulk_jobs_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint bulk_jobs_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index bulk_jobs_user on bulk_jobs (user_id, created_at);
alter table bulk_jobs enable row level security;
create policy served on bulk_jobs for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on bulk_jobs referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('bulk', 'id', '', 'done,reached,skipped,total,started_at,finished_at');
create trigger audit_insert after insert on bulk_jobs referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('bulk', 'id', '', 'done,reached,skipped,total,started_at,finished_at');
create trigger audit_update after update on bulk_jobs referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('bulk', 'id', '', 'done,reached,skipped,total,started_at,finished_at');

create table call_guide_answers (
  customer_id bigint not null,
  communication_id bigint not null,
  user_id bigint not null,
  no integer not null,
  piece text not null,
  answer text not null,
  at timestamp with time zone not null,
  taken_back_at timestamp with time zone,
  constraint call_guide_answers_pkey primary key (customer_id, communication_id, user_id, no),
  constraint call_guide_answers_customer_id_communication_id_user_id_fkey foreign key (customer_id, communication_id, user_id) references call_guides(customer_id, communication_id, user_id) on delete cascade
);
alter table call_guide_answers enable row level security;
create policy served on call_guide_answers for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table call_guides (
  customer_id bigint not null,
  communication_id bigint not null,
  user_id bigint not null,
  guide_version_id bigint not null,
  piece text,
  turn integer default 0 not null,
  state text default 'running' not null,
  began_at timestamp with time zone not null,
  constraint call_guides_pkey primary key (customer_id, communication_id, user_id),
  constraint call_guides_state_check check ((state = any (array['running', 'left', 'done']))),
  constraint call_guides_customer_id_communication_id_user_id_fkey foreign key (customer_id, communication_id, user_id) references desk_calls(customer_id, communication_id, user_id) on delete cascade,
  constraint call_guides_customer_id_guide_version_id_fkey foreign key (customer_id, guide_version_id) references guide_versions(customer_id, id)
);
create index call_guides_of_version on call_guides (customer_id, guide_version_id, began_at);
alter table call_guides enable row level security;
create policy served on call_guides for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on call_guides referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('callGuide', 'communication_id,user_id', '', 'piece,turn,began_at');
create trigger audit_insert after insert on call_guides referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('callGuide', 'communication_id,user_id', '', 'piece,turn,began_at');
create trigger audit_update after update on call_guides referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('callGuide', 'communication_id,user_id', '', 'piece,turn,began_at');

create table call_listeners (
  id bigint generated always as identity,
  customer_id bigint not null,
  communication_id bigint not null,
  user_id bigint,
  agent_id bigint,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint call_listeners_pkey primary key (id),
  constraint call_listeners_check check ((ended_at >= began_at)),
  constraint call_listeners_agent_id_fkey foreign key (agent_id) references users(id) on delete set null,
  constraint call_listeners_customer_id_communication_id_fkey foreign key (customer_id, communication_id) references communications(customer_id, id) on delete cascade,
  constraint call_listeners_user_id_fkey foreign key (user_id) references users(id) on delete set null
);
create index call_listeners_of_agent on call_listeners (agent_id) where (agent_id is not null);
create index call_listeners_of_call on call_listeners (customer_id, communication_id, began_at);
create index call_listeners_of_user on call_listeners (user_id) where (user_id is not null);
create unique index call_listeners_on on call_listeners (customer_id, communication_id) where (ended_at is null);
alter table call_listeners enable row level security;
create policy served on call_listeners for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on call_listeners referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('callListener', 'communication_id,user_id', '', 'began_at,ended_at');
create trigger audit_insert after insert on call_listeners referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('callListener', 'communication_id,user_id', '', 'began_at,ended_at');
create trigger audit_update after update on call_listeners referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('callListener', 'communication_id,user_id', '', 'began_at,ended_at');

create table callbacks (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  at timestamp with time zone not null,
  for_user_id bigint,
  note text default '' not null,
  by_user text not null,
  state text default 'open' not null,
  reminded_at timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  ended_by_closing boolean default false not null,
  constraint callbacks_pkey primary key (customer_id, id),
  constraint callbacks_id_key unique (id),
  constraint callbacks_ended_check check (((not ended_by_closing) or (state = 'cancelled'))),
  constraint callbacks_note_check check ((length(note) <= 1000)),
  constraint callbacks_state_check check ((state = any (array['open', 'done', 'cancelled']))),
  constraint callbacks_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id) on delete cascade,
  constraint callbacks_for_user_id_fkey foreign key (for_user_id) references users(id) on delete set null
);
create index callbacks_case on callbacks (customer_id, case_id, id);
create index callbacks_open on callbacks (customer_id, at, id) where (state = 'open');
create index callbacks_to_remind on callbacks (at) where ((state = 'open') and (reminded_at is null));
alter table callbacks enable row level security;
create policy served on callbacks for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on callbacks referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('callback', 'id', '', 'version,reminded_at');
create trigger audit_insert after insert on callbacks referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('callback', 'id', '', 'version,reminded_at');
create trigger audit_update after update on callbacks referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('callback', 'id', '', 'version,reminded_at');

create table case_documents (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  kind text not null,
  file_id bigint not null,
  removed_at timestamp with time zone,
  constraint case_documents_pkey primary key (customer_id, id),
  constraint case_documents_kind_check check ((kind = any (array['invoice', 'letter', 'other']))),
  constraint case_documents_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id) on delete cascade,
  constraint case_documents_customer_id_file_id_fkey foreign key (customer_id, file_id) references files(customer_id, id)
);
create index case_documents_of_case on case_documents (customer_id, case_id);
create unique index case_documents_of_file on case_documents (customer_id, file_id);
alter table case_documents enable row level security;
create policy served on case_documents for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table case_holds (
  customer_id bigint not null,
  case_id bigint not null,
  user_id bigint not null,
  cause text not null,
  callback_at timestamp with time zone,
  until timestamp with time zone not null,
  constraint case_holds_pkey primary key (customer_id, case_id),
  constraint case_holds_cause_check check ((cause = any (array['callback', 'broken', 'worth']))),
  constraint case_holds_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id) on delete cascade,
  constraint case_holds_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index case_holds_of_user on case_holds (user_id);
alter table case_holds enable row level security;
create policy served on case_holds for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table case_ibans (
  customer_id bigint not null,
  iban_hash bytea not null,
  case_id bigint not null,
  constraint case_ibans_pkey primary key (customer_id, iban_hash, case_id),
  constraint case_ibans_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id) on delete cascade
);
create index case_ibans_case on case_ibans (customer_id, case_id);
alter table case_ibans enable row level security;
create policy served on case_ibans for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table case_notes (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  text text not null,
  by_user_id bigint,
  by_user text not null,
  at timestamp with time zone default now() not null,
  constraint case_notes_pkey primary key (customer_id, id),
  constraint case_notes_text_check check (((length(text) >= 1) and (length(text) <= 4000))),
  constraint case_notes_by_user_id_fkey foreign key (by_user_id) references users(id) on delete set null,
  constraint case_notes_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id) on delete cascade
);
create index case_notes_case on case_notes (customer_id, case_id, id);
create index case_notes_written on case_notes (customer_id, at, id);
alter table case_notes enable row level security;
create policy served on case_notes for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on case_notes referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('note', 'id', 'text', '');
create trigger audit_insert after insert on case_notes referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('note', 'id', 'text', '');
create trigger audit_update after update on case_notes referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('note', 'id', 'text', '');

create table case_runs (
  customer_id bigint not null,
  case_id bigint not null,
  batch_id bigint not null,
  script_version_id bigint not null,
  step text not null,
  step_no integer default 0 not null,
  state text default 'ready' not null,
  waiting_for text,
  due_at timestamp with time zone default now() not null,
  owner bigint,
  claimed_at timestamp with time zone,
  held text,
  unreachable text,
  passes_trial boolean default false not null,
  constraint case_runs_pkey primary key (customer_id, case_id),
  constraint case_runs_state_check check ((state = any (array['ready', 'sleeping', 'waiting', 'finished']))),
  constraint case_runs_waiting_for_check check ((waiting_for = any (array['call', 'reply', 'payment']))),
  constraint case_runs_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id) on delete cascade
) with (fillfactor=60);
create index case_runs_at_step on case_runs (customer_id, batch_id, step, case_id) where (state <> 'finished');
create index case_runs_due on case_runs (customer_id, batch_id, due_at) include (held, unreachable) where ((state = any (array['ready', 'sleeping'])) and (owner is null));
create index case_runs_held on case_runs (customer_id, batch_id, held, due_at) include (unreachable) where ((held is not null) and (state = any (array['ready', 'sleeping'])) and (owner is null));
create index case_runs_held_by_staff on case_runs (customer_id, case_id) where ((held = any (array['staffCall', 'staffResult', 'caseHeld'])) and (state = 'sleeping'));
create index case_runs_owner on case_runs (owner) where (owner is not null);
create index case_runs_passing on case_runs (customer_id, batch_id, case_id) where passes_trial;
create index case_runs_unreachable on case_runs (customer_id, batch_id, unreachable, case_id) where ((unreachable is not null) and (state = any (array['ready', 'sleeping'])) and (owner is null));
create index case_runs_waiting on case_runs (customer_id, batch_id, waiting_for, case_id) where (state = 'waiting');
alter table case_runs enable row level security;
create policy served on case_runs for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));

create table case_search (
  customer_id bigint not null,
  case_id bigint not null,
  terms text not null,
  case_number text not null,
  email text,
  invoice_number text,
  postcode text,
  payment_reference text,
  constraint case_search_pkey primary key (customer_id, case_id)
) with (autovacuum_vacuum_insert_scale_factor=0.02);
create index case_search_email on case_search (customer_id, email text_pattern_ops) where (email is not null);
create index case_search_invoice on case_search (customer_id, invoice_number text_pattern_ops) where (invoice_number is not null);
create index case_search_number on case_search (customer_id, case_number text_pattern_ops);
create index case_search_payment_reference on case_search (customer_id, payment_reference);
create index case_search_postcode on case_search (customer_id, postcode text_pattern_ops) where (postcode is not null);
create index case_search_terms on case_search using gin (terms gin_trgm_ops) with (gin_pending_list_limit='32768');
alter table case_search enable row level security;
create policy served on case_search for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));

create table case_skips (
  customer_id bigint not null,
  case_id bigint not null,
  user_id bigint not null,
  day date not null,
  reason text not null,
  at timestamp with time zone not null,
  constraint case_skips_pkey primary key (customer_id, case_id, user_id, day),
  constraint case_skips_reason_check check ((reason = any (array['known', 'language', 'information', 'other']))),
  constraint case_skips_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id) on delete cascade,
  constraint case_skips_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
alter table case_skips enable row level security;
create policy served on case_skips for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on case_skips referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('caseSkip', 'case_id,user_id,day', '', '');
create trigger audit_insert after insert on case_skips referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('caseSkip', 'case_id,user_id,day', '', '');
create trigger audit_update after update on case_skips referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('caseSkip', 'case_id,user_id,day', '', '');

create table case_variants (
  customer_id bigint not null,
  case_id bigint not null,
  step_key text not null,
  script_id bigint not null,
  variant text not null,
  divided_at timestamp with time zone not null,
  currency character(3) not null,
  owed_cents bigint not null,
  paid_cents bigint default 0 not null,
  settled_at timestamp with time zone,
  contacts integer default 0 not null,
  complaints integer default 0 not null,
  is_demo boolean not null,
  constraint case_variants_pkey primary key (customer_id, case_id, step_key),
  constraint case_variants_complaints_check check ((complaints >= 0)),
  constraint case_variants_contacts_check check ((contacts >= 0)),
  constraint case_variants_owed_cents_check check ((owed_cents >= 0)),
  constraint case_variants_paid_cents_check check ((paid_cents >= 0)),
  constraint case_variants_step_key_check check (((length(step_key) >= 1) and (length(step_key) <= 40))),
  constraint case_variants_variant_check check ((variant = any (array['a', 'b', 'c', 'd', 'e']))),
  constraint case_variants_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id) on delete cascade,
  constraint case_variants_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id)
) with (fillfactor=80);
create index case_variants_report on case_variants (customer_id, script_id, step_key, divided_at) include (variant, currency, owed_cents, paid_cents, settled_at, contacts, complaints) where (not is_demo);
alter table case_variants enable row level security;
create policy served on case_variants for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table cases (
  customer_id bigint not null,
  id bigint generated always as identity,
  batch_id bigint not null,
  case_number text not null,
  status text default 'open' not null,
  status_at timestamp with time zone default now() not null,
  closed_by_batch boolean default false not null,
  paused_before_closing boolean default false not null,
  paused_until timestamp with time zone,
  result text,
  last_result text,
  live_state text,
  attempts integer default 0 not null,
  last_answer text,
  name text default '' not null,
  phone text,
  mobile text,
  email text,
  city text,
  postcode text,
  invoice_number text,
  locale text default 'nl' not null,
  outstanding_cents bigint,
  currency character(3) default 'EUR'::bpchar not null,
  fields jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  direction text default 'outbound' not null,
  linked_case_id bigint,
  paused_for text,
  expires_on date,
  paid_cents bigint default 0 not null,
  paid_on date,
  paid_soon_cents bigint default 0 not null,
  promised_cents bigint default 0 not null,
  promised_on date,
  payment_reference text generated always as (coalesce(nullif((fields ->> 'betalingskenmerk'), ''), (substr('01987654321', (((((((((((((((((((id % (10)::bigint) * 2) + (((id / 10) % (10)::bigint) * 4)) + (((id / 100) % (10)::bigint) * 8)) + (((id / 1000) % (10)::bigint) * 5)) + (((id / 10000) % (10)::bigint) * 10)) + (((id / 100000) % (10)::bigint) * 9)) + (((id / 1000000) % (10)::bigint) * 7)) + (((id / 10000000) % (10)::bigint) * 3)) + (((id / 100000000) % (10)::bigint) * 6)) + ((id / 1000000000) % (10)::bigint)) + (((id / '10000000000'::bigint) % (10)::bigint) * 2)) + (((id / '100000000000'::bigint) % (10)::bigint) * 4)) + (((id / '1000000000000'::bigint) % (10)::bigint) * 8)) + (((id / '10000000000000'::bigint) % (10)::bigint) * 5)) + (((id / '100000000000000'::bigint) % (10)::bigint) * 10)) % (11)::bigint) + 1))::integer, 1) || lpad((id)::text, 15, '0')))) stored not null,
  interrupted_on date[] default '{}'::date[] not null,
  barred_on date,
  texts_gone_at timestamp with time zone,
  anonymous_at timestamp with time zone,
  constraint cases_pkey primary key (customer_id, id),
  constraint cases_customer_id_case_number_key unique (customer_id, case_number),
  constraint cases_anonymous check (((anonymous_at is null) or (status = 'closed'))),
  constraint cases_case_number_check check (((length(case_number) >= 1) and (length(case_number) <= 35))),
  constraint cases_check check (((promised_on is null) = (promised_cents = 0))),
  constraint cases_direction_check check ((direction = any (array['inbound', 'outbound']))),
  constraint cases_live_state_check check ((live_state = any (array['script', 'calling', 'cooldown', 'transferred', 'transferring', 'human', 'voicemail', 'noanswer', 'incall']))),
  constraint cases_locale_check check ((locale = any (array['nl', 'eng', 'fr']))),
  constraint cases_outstanding_cents_check check ((outstanding_cents >= 0)),
  constraint cases_paid_cents_check check ((paid_cents >= 0)),
  constraint cases_paid_soon_cents_check check ((paid_soon_cents >= 0)),
  constraint cases_paused_for_check check ((paused_for = any (array['staff', 'callback', 'promise', 'dispute', 'complaint', 'vulnerable', 'reply', 'blocked', 'start']))),
  constraint cases_promised_cents_check check ((promised_cents >= 0)),
  constraint cases_status_check check ((status = any (array['open', 'paused', 'closed']))),
  constraint cases_customer_id_batch_id_fkey foreign key (customer_id, batch_id) references batches(customer_id, id),
  constraint cases_customer_id_linked_case_id_fkey foreign key (customer_id, linked_case_id) references cases(customer_id, id)
) with (fillfactor=80);
create index cases_barred on cases (customer_id, barred_on, id) where ((barred_on is not null) and (status <> 'closed'));
create index cases_batch on cases (customer_id, batch_id, id);
create index cases_batch_status on cases (customer_id, batch_id, status, id);
create index cases_broken on cases (customer_id, id) where ((result = 'TOEV') and (status <> 'closed'));
create index cases_by_answer on cases (customer_id, batch_id, last_answer, id) where (last_answer is not null);
create index cases_by_city on cases (customer_id, batch_id, coalesce(city, '') collate "nl-x-icu", id);
create index cases_by_invoice on cases (customer_id, batch_id, invoice_number) where (invoice_number is not null);
create index cases_by_name on cases (customer_id, batch_id, name collate "nl-x-icu", id);
create index cases_by_number on cases (customer_id, batch_id, case_number, id);
create index cases_by_outstanding on cases (customer_id, batch_id, coalesce((outstanding_cents - least(paid_cents, outstanding_cents)), ('-1'::integer)::bigint), id);
create index cases_by_result on cases (customer_id, batch_id, coalesce(result, ''), id);
create index cases_came_in on cases (customer_id, (((created_at at time zone 'Europe/Amsterdam'))::date), id);
create index cases_closed_on on cases (customer_id, status_at) include (batch_id, result) where (status = 'closed');
create index cases_expiring on cases (expires_on) where ((expires_on is not null) and (status <> 'closed'));
create index cases_linked on cases (customer_id, linked_case_id) where (linked_case_id is not null);
create index cases_named on cases (customer_id, status_at, id) where ((status = 'closed') and (anonymous_at is null));
create index cases_paused on cases (paused_until) where ((status = 'paused') and (paused_until is not null));
create index cases_paused_of_batch on cases (customer_id, batch_id, paused_until) where (status = 'paused');
create index cases_promised on cases (customer_id, id) where ((promised_cents > 0) and (status <> 'closed'));
create index cases_status on cases (customer_id, status, id);
create index cases_texts_kept on cases (customer_id, status_at, id) where ((status = 'closed') and (texts_gone_at is null));
create index cases_worth on cases (customer_id, batch_id, coalesce((result = 'TOEV'), false) desc, (((outstanding_cents - paid_cents) *
case
    when (last_answer = any (array['ongeldig', 'fax'])) then 0
    when (attempts = 0) then 30
    when (attempts = 1) then 24
    when (attempts = 2) then 18
    when (attempts = 3) then 14
    when (attempts < 6) then 10
    else 6
end)) desc, id) where ((status = 'open') and (outstanding_cents > paid_cents) and (coalesce(mobile, phone) is not null));
alter table cases enable row level security;
create policy served on cases for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on cases referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('case', 'id', '', 'version,updated_at,status_at,live_state,paid_soon_cents,promised_cents,promised_on,payment_reference,interrupted_on,barred_on');
create trigger audit_insert after insert on cases referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('case', 'id', '', 'version,updated_at,status_at,live_state,paid_soon_cents,promised_cents,promised_on,payment_reference,interrupted_on,barred_on');
create trigger audit_update after update on cases referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('case', 'id', '', 'version,updated_at,status_at,live_state,paid_soon_cents,promised_cents,promised_on,payment_reference,interrupted_on,barred_on');
create trigger barred_on_kept before insert or update of fields, interrupted_on on cases for each row when (((new.fields ? 'soort_vordering') or (new.barred_on is not null))) execute function keep_barred_on();
create trigger count_cases_inserted after insert on cases referencing new table as new_rows for each statement execute function count_cases();
create trigger count_cases_updated after update on cases referencing old table as old_rows new table as new_rows for each statement execute function count_cases();
create trigger index_case_changed after update of name, phone, mobile, email, invoice_number, postcode, payment_reference on cases for each row when ((((((((old.name is distinct from new.name) or (old.phone is distinct from new.phone)) or (old.mobile is distinct from new.mobile)) or (old.email is distinct from new.email)) or (old.invoice_number is distinct from new.invoice_number)) or (old.postcode is distinct from new.postcode)) or (old.payment_reference is distinct from new.payment_reference))) execute function index_changed_case();
create trigger index_cases_inserted after insert on cases referencing new table as new_rows for each statement execute function index_new_cases();
create trigger index_ibans_changed after update of fields on cases for each row when (((old.fields - 'openstaand') is distinct from (new.fields - 'openstaand'))) execute function index_ibans_of_changed_case();
create trigger index_ibans_inserted after insert on cases referencing new table as new_rows for each statement execute function index_ibans_of_new_cases();
create trigger keep_case_money_inserted after insert on cases referencing new table as new_rows for each statement execute function keep_case_money();
create trigger keep_case_money_updated after update on cases referencing old table as old_rows new table as new_rows for each statement execute function keep_case_money();

create table chat_channels (
  customer_id bigint not null,
  id bigint generated always as identity,
  kind text not null,
  name text default '' not null,
  pair text,
  by_user text default '' not null,
  last_at timestamp with time zone,
  version integer default 1 not null,
  constraint chat_channels_pkey primary key (customer_id, id),
  constraint chat_channels_check check (((kind = 'direct') = (pair is not null))),
  constraint chat_channels_check1 check (((kind = 'group') = (name <> ''))),
  constraint chat_channels_kind_check check ((kind = any (array['general', 'group', 'direct']))),
  constraint chat_channels_name_check check ((length(name) <= 60)),
  constraint chat_channels_customer_id_fkey foreign key (customer_id) references customers(id)
);
create unique index chat_channels_general on chat_channels (customer_id) where (kind = 'general');
create unique index chat_channels_pair on chat_channels (customer_id, pair) where (kind = 'direct');
alter table chat_channels enable row level security;
create policy served on chat_channels for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on chat_channels referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('chatChannel', 'id', '', 'version,last_at,pair');
create trigger audit_insert after insert on chat_channels referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('chatChannel', 'id', '', 'version,last_at,pair');
create trigger audit_update after update on chat_channels referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('chatChannel', 'id', '', 'version,last_at,pair');

create table chat_members (
  customer_id bigint not null,
  channel_id bigint not null,
  user_id bigint not null,
  constraint chat_members_pkey primary key (customer_id, channel_id, user_id),
  constraint chat_members_customer_id_channel_id_fkey foreign key (customer_id, channel_id) references chat_channels(customer_id, id) on delete cascade,
  constraint chat_members_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index chat_members_of_user on chat_members (user_id, customer_id);
alter table chat_members enable row level security;
create policy served on chat_members for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on chat_members referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('chatMember', 'channel_id,user_id', '', '');
create trigger audit_insert after insert on chat_members referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('chatMember', 'channel_id,user_id', '', '');
create trigger audit_update after update on chat_members referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('chatMember', 'channel_id,user_id', '', '');

create table chat_messages (
  customer_id bigint not null,
  id bigint generated always as identity,
  channel_id bigint not null,
  by_user_id bigint,
  by_user text not null,
  text text not null,
  mentioned bigint[] default '{}'::bigint[] not null,
  at timestamp with time zone not null,
  edited_at timestamp with time zone,
  removed_at timestamp with time zone,
  constraint chat_messages_pkey primary key (customer_id, id),
  constraint chat_messages_by_user_id_fkey foreign key (by_user_id) references users(id) on delete set null,
  constraint chat_messages_customer_id_channel_id_fkey foreign key (customer_id, channel_id) references chat_channels(customer_id, id) on delete cascade
);
create index chat_messages_by on chat_messages (by_user_id);
create index chat_messages_of_channel on chat_messages (customer_id, channel_id, id);
create index chat_messages_old on chat_messages (at);
alter table chat_messages enable row level security;
create policy served on chat_messages for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on chat_messages referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('chatMessage', 'id', 'text', 'mentioned,by_user_id');
create trigger audit_insert after insert on chat_messages referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('chatMessage', 'id', 'text', 'mentioned,by_user_id');
create trigger audit_update after update on chat_messages referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('chatMessage', 'id', 'text', 'mentioned,by_user_id');

create table chat_reads (
  customer_id bigint not null,
  channel_id bigint not null,
  user_id bigint not null,
  message_id bigint not null,
  constraint chat_reads_pkey primary key (customer_id, channel_id, user_id),
  constraint chat_reads_customer_id_channel_id_fkey foreign key (customer_id, channel_id) references chat_channels(customer_id, id) on delete cascade,
  constraint chat_reads_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index chat_reads_of_user on chat_reads (user_id);
alter table chat_reads enable row level security;
create policy served on chat_reads for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table code_failures (
  user_id bigint not null,
  failures integer default 0 not null,
  delayed_until timestamp with time zone,
  constraint code_failures_pkey primary key (user_id),
  constraint code_failures_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table communication_contents (
  customer_id bigint not null,
  communication_id bigint not null,
  queued_at timestamp with time zone not null,
  sender text not null,
  subject text not null,
  text text not null,
  html text,
  voice text default '' not null,
  language text default '' not null,
  template_revision_id bigint,
  mail jsonb,
  approved jsonb,
  in_reply_to text,
  open_cents bigint,
  voicemail_text text,
  spoken jsonb,
  asks_number boolean default false not null,
  is_measured boolean generated always as (((html is not null) and coalesce(((mail ? 'track') and (not (mail ?| array['cc', 'bcc']))), false))) stored,
  menu jsonb,
  constraint communication_contents_pkey primary key (customer_id, communication_id, queued_at)
) partition by range (queued_at);
create index communication_contents_reported on only communication_contents (customer_id, queued_at, communication_id) include (template_revision_id, is_measured);
alter table communication_contents enable row level security;
create policy served on communication_contents for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));

create table communications (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint,
  batch_id bigint,
  channel text not null,
  idempotency_key text not null,
  state text default 'queued' not null,
  delivery text,
  recipient text not null,
  provider text not null,
  simulated boolean not null,
  provider_ref text,
  attempts smallint default 0 not null,
  owner bigint,
  reason text,
  queued_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone,
  in_air boolean generated always as (((channel = 'call') and (state = 'sent') and (delivery is null))) stored not null,
  sms_started_at timestamp with time zone generated always as (
case
    when (channel = 'sms') then started_at
    else null::timestamp with time zone
end) stored,
  cancelled_by_undo_entry bigint,
  permission jsonb,
  provider_id bigint,
  person text generated always as (lower(recipient)) stored not null,
  by_hand boolean default false not null,
  for_promise boolean default false not null,
  answers_until timestamp with time zone,
  passes_cap boolean default false not null,
  whatsapp_started_at timestamp with time zone generated always as (
case
    when (channel = 'whatsapp') then started_at
    else null::timestamp with time zone
end) stored,
  confirms_stop boolean default false not null,
  priority smallint default 3 not null,
  inbound boolean default false not null,
  parts smallint,
  picked_up_at timestamp with time zone,
  chosen text,
  constraint communications_pkey primary key (customer_id, id),
  constraint communications_idempotency_key_key unique (idempotency_key),
  constraint communications_case_known check ((((case_id is null) = (batch_id is null)) and ((case_id is not null) or (inbound and (channel = 'call'))))),
  constraint communications_channel_check check ((channel = any (array['call', 'email', 'sms', 'whatsapp']))),
  constraint communications_delivery_check check ((delivery = any (array['delivered', 'read', 'failed', 'answered', 'unanswered', 'voicemail', 'transferred']))),
  constraint communications_parts_check check ((parts > 0)),
  constraint communications_priority_check check (((priority >= 1) and (priority <= 5))),
  constraint communications_state_check check ((state = any (array['queued', 'sent', 'refused', 'failed', 'unknown', 'cancelled']))),
  constraint communications_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id)
) with (fillfactor=70);
create index communications_by_hand on communications (customer_id, person, queued_at) where by_hand;
create index communications_case on communications (customer_id, case_id, id);
create index communications_failed on communications (customer_id, channel, queued_at) where ((state = any (array['failed', 'refused'])) or (delivery = 'failed'));
create index communications_in_air on communications (customer_id, batch_id) where in_air;
create index communications_not_arrived on communications (customer_id, queued_at) include (case_id, batch_id) where ((state = 'failed') or (delivery = 'failed'));
create index communications_person on communications (customer_id, person, queued_at);
create index communications_provider_ref on communications (provider, provider_ref) where (provider_ref is not null);
create index communications_reported on communications (customer_id, channel, queued_at) include (id, case_id, batch_id, state, delivery);
create index communications_sms_rate on communications (customer_id, sms_started_at) where (sms_started_at is not null);
create index communications_unknown on communications (queued_at) where ((case_id is null) and (recipient <> ''));
create index communications_whatsapp_begun on communications (customer_id, whatsapp_started_at) where (whatsapp_started_at is not null);
create index communications_written on communications (customer_id, queued_at, id) where (by_hand and (idempotency_key ~~ 'message:%'));
alter table communications enable row level security;
create policy served on communications for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger count_communications_updated after update on communications referencing old table as old_rows new table as new_rows for each statement execute function count_communications();
create trigger keep_variants_contacted_updated after update on communications referencing old table as old_rows new table as new_rows for each statement execute function keep_variants_contacted();
comment on column communications.owner is 'The engine that does not know whether it left; its late answer is believed.';

create table complaint_files (
  customer_id bigint not null,
  complaint_id bigint not null,
  file_id bigint not null,
  constraint complaint_files_pkey primary key (customer_id, complaint_id, file_id),
  constraint complaint_files_customer_id_complaint_id_fkey foreign key (customer_id, complaint_id) references complaints(customer_id, id) on delete cascade,
  constraint complaint_files_customer_id_file_id_fkey foreign key (customer_id, file_id) references files(customer_id, id)
);
alter table complaint_files enable row level security;
create policy served on complaint_files for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table complaints (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  kind text not null,
  text text not null,
  state text default 'open' not null,
  confirm_before timestamp with time zone,
  confirmed_at timestamp with time zone,
  resolved_at timestamp with time zone,
  outcome text default '' not null,
  by_user text not null,
  at timestamp with time zone default now() not null,
  reminded_at timestamp with time zone,
  reason text,
  constraint complaints_pkey primary key (customer_id, id),
  constraint complaints_kind_check check ((kind = any (array['complaint', 'dispute']))),
  constraint complaints_outcome_check check ((length(outcome) <= 4000)),
  constraint complaints_reason_check check ((reason = any (array['paid', 'amount', 'notMine']))),
  constraint complaints_state_check check ((state = any (array['open', 'confirmed', 'resolved']))),
  constraint complaints_text_check check (((length(text) >= 1) and (length(text) <= 4000))),
  constraint complaints_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id) on delete cascade
);
create index complaints_case on complaints (customer_id, case_id, id);
create index complaints_open on complaints (customer_id, confirm_before, id) where (state <> 'resolved');
create index complaints_to_remind on complaints (confirm_before) where ((state = 'open') and (reminded_at is null));
alter table complaints enable row level security;
create policy served on complaints for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on complaints referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('complaint', 'id', 'text,outcome', 'reminded_at');
create trigger audit_insert after insert on complaints referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('complaint', 'id', 'text,outcome', 'reminded_at');
create trigger audit_update after update on complaints referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('complaint', 'id', 'text,outcome', 'reminded_at');
create trigger keep_variants_complaints_inserted after insert on complaints referencing new table as new_rows for each statement execute function keep_variants_complaints();

create table compliance_files (
  customer_id bigint not null,
  wki_number text not null,
  renew_before date,
  vog_months integer,
  refresher_months integer not null,
  warn_days integer not null,
  registration_warn_days integer not null,
  complaint_days integer not null,
  changed_at timestamp with time zone not null,
  changed_by text not null,
  version integer not null,
  constraint compliance_files_pkey primary key (customer_id),
  constraint compliance_files_complaint_days_check check (((complaint_days >= 1) and (complaint_days <= 90))),
  constraint compliance_files_refresher_months_check check (((refresher_months >= 1) and (refresher_months <= 60))),
  constraint compliance_files_registration_warn_days_check check (((registration_warn_days >= 1) and (registration_warn_days <= 730))),
  constraint compliance_files_vog_months_check check (((vog_months >= 1) and (vog_months <= 120))),
  constraint compliance_files_warn_days_check check (((warn_days >= 1) and (warn_days <= 365))),
  constraint compliance_files_wki_number_check check ((length(wki_number) <= 40)),
  constraint compliance_files_customer_id_fkey foreign key (customer_id) references customers(id) on delete cascade
);
alter table compliance_files enable row level security;
create policy served on compliance_files for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on compliance_files referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('complianceFile', 'customer_id', '', 'version,changed_at,changed_by');
create trigger audit_insert after insert on compliance_files referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('complianceFile', 'customer_id', '', 'version,changed_at,changed_by');
create trigger audit_update after update on compliance_files referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('complianceFile', 'customer_id', '', 'version,changed_at,changed_by');

create table contact_list_members (
  customer_id bigint not null,
  list_id bigint not null,
  contact_id bigint not null,
  constraint contact_list_members_pkey primary key (customer_id, list_id, contact_id),
  constraint contact_list_members_customer_id_contact_id_fkey foreign key (customer_id, contact_id) references contacts(customer_id, id) on delete cascade,
  constraint contact_list_members_customer_id_list_id_fkey foreign key (customer_id, list_id) references contact_lists(customer_id, id) on delete cascade
);
create index contact_list_members_contact on contact_list_members (customer_id, contact_id);
alter table contact_list_members enable row level security;
create policy served on contact_list_members for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on contact_list_members referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('contactListMember', 'list_id,contact_id', '', '');
create trigger audit_insert after insert on contact_list_members referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('contactListMember', 'list_id,contact_id', '', '');
create trigger audit_update after update on contact_list_members referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('contactListMember', 'list_id,contact_id', '', '');

create table contact_lists (
  customer_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  description text default '' not null,
  version integer default 1 not null,
  constraint contact_lists_pkey primary key (customer_id, id),
  constraint contact_lists_description_check check ((length(description) <= 500)),
  constraint contact_lists_name_check check (((length(name) >= 1) and (length(name) <= 100))),
  constraint contact_lists_customer_id_fkey foreign key (customer_id) references customers(id)
);
create unique index contact_lists_name on contact_lists (customer_id, lower(name));
alter table contact_lists enable row level security;
create policy served on contact_lists for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on contact_lists referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('contactList', 'id', '', 'version');
create trigger audit_insert after insert on contact_lists referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('contactList', 'id', '', 'version');
create trigger audit_update after update on contact_lists referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('contactList', 'id', '', 'version');

create table contact_subscriptions (
  customer_id bigint not null,
  contact_id bigint not null,
  key text not null,
  script_ids bigint[],
  frequency text default 'direct' not null,
  send_minute smallint default 450 not null,
  mailed_until timestamp with time zone default now() not null,
  constraint contact_subscriptions_pkey primary key (customer_id, contact_id, key),
  constraint contact_subscriptions_frequency_check check ((frequency = any (array['direct', 'daily', 'weekly', 'monthly']))),
  constraint contact_subscriptions_key_check check ((key = any (array['batch_imported', 'batch_failed', 'batch_finished', 'daily_results', 'weekly_report', 'payment_received', 'payment_summary', 'mail_errors', 'whatsapp_errors', 'sms_paused', 'file_ready', 'complaint_new', 'droprate_alert', 'wallboard_alert', 'retention_preview']))),
  constraint contact_subscriptions_send_minute_check check (((send_minute >= 0) and (send_minute <= 1439))),
  constraint contact_subscriptions_customer_id_contact_id_fkey foreign key (customer_id, contact_id) references contacts(customer_id, id) on delete cascade
);
alter table contact_subscriptions enable row level security;
create policy served on contact_subscriptions for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on contact_subscriptions referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('contactSubscription', 'contact_id,key', '', 'mailed_until');
create trigger audit_insert after insert on contact_subscriptions referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('contactSubscription', 'contact_id,key', '', 'mailed_until');
create trigger audit_update after update on contact_subscriptions referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('contactSubscription', 'contact_id,key', '', 'mailed_until');

create table contacts (
  customer_id bigint,
  id bigint generated always as identity,
  user_id bigint,
  salutation text default 'geen' not null,
  initials text default '' not null,
  first_name text default '' not null,
  middle_name text default '' not null,
  last_name text default '' not null,
  department text default '' not null,
  job_title text default '' not null,
  email text default '' not null,
  phone text default '' not null,
  mobile text default '' not null,
  locale text default 'nl' not null,
  notes text default '' not null,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint contacts_pkey primary key (id),
  constraint contacts_customer_id_id_key unique (customer_id, id),
  constraint contacts_user_id_key unique (user_id),
  constraint contacts_department_check check ((length(department) <= 100)),
  constraint contacts_initials_check check ((length(initials) <= 20)),
  constraint contacts_job_title_check check ((length(job_title) <= 100)),
  constraint contacts_locale_check check ((locale = any (array['nl', 'eng', 'fr']))),
  constraint contacts_middle_name_check check ((length(middle_name) <= 40)),
  constraint contacts_mobile_check check ((mobile ~ '^(\+[0-9]{6,15})?$')),
  constraint contacts_notes_check check ((length(notes) <= 2000)),
  constraint contacts_of_somebody check (((customer_id is not null) or (user_id is not null))),
  constraint contacts_phone_check check ((phone ~ '^(\+[0-9]{6,15})?$')),
  constraint contacts_reachable check (((user_id is not null) or ((last_name <> '') and (email <> '')))),
  constraint contacts_salutation_check check ((salutation = any (array['dhr', 'mevr', 'geen']))),
  constraint contacts_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint contacts_user_id_fkey foreign key (user_id) references users(id)
);
create index contacts_by_email on contacts (customer_id, lower(email));
create index contacts_by_name on contacts (customer_id, lower(last_name), id);
alter table contacts enable row level security;
create policy served on contacts for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or (customer_id is null) or (user_id = ( select (nullif(current_setting('regie.user', true), ''))::bigint as "nullif"))));
create trigger audit_delete after delete on contacts referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('contact', 'id', 'notes', 'version,updated_at');
create trigger audit_insert after insert on contacts referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('contact', 'id', 'notes', 'version,updated_at');
create trigger audit_update after update on contacts referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('contact', 'id', 'notes', 'version,updated_at');

create table conversation_answers (
  customer_id bigint not null,
  id bigint generated always as identity,
  conversation_id bigint not null,
  key uuid not null,
  user_id bigint,
  text text not null,
  at timestamp with time zone not null,
  constraint conversation_answers_pkey primary key (customer_id, id),
  constraint conversation_answers_customer_id_conversation_id_key_key unique (customer_id, conversation_id, key),
  constraint conversation_answers_text_check check (((length(text) >= 1) and (length(text) <= 4000))),
  constraint conversation_answers_customer_id_conversation_id_fkey foreign key (customer_id, conversation_id) references conversations(customer_id, id) on delete cascade,
  constraint conversation_answers_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint conversation_answers_user_id_fkey foreign key (user_id) references users(id) on delete set null
);
create index conversation_answers_in_order on conversation_answers (customer_id, conversation_id, id);
create index conversation_answers_written on conversation_answers (customer_id, at, id);
alter table conversation_answers enable row level security;
create policy served on conversation_answers for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on conversation_answers referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('conversationAnswer', 'id', 'text', 'user_id,key,at');
create trigger audit_insert after insert on conversation_answers referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('conversationAnswer', 'id', 'text', 'user_id,key,at');
create trigger audit_update after update on conversation_answers referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('conversationAnswer', 'id', 'text', 'user_id,key,at');

create table conversations (
  customer_id bigint not null,
  id bigint generated always as identity,
  channel text not null,
  address text not null,
  person_name text default '' not null,
  provider_id bigint not null,
  case_id bigint,
  state text default 'open' not null,
  snoozed_until timestamp with time zone,
  assigned_to bigint,
  waiting_since timestamp with time zone,
  last_at timestamp with time zone not null,
  last_text text default '' not null,
  last_is_ours boolean default false not null,
  unread integer default 0 not null,
  window_ends_at timestamp with time zone,
  is_answered boolean generated always as ((waiting_since is null)) stored not null,
  sort_at timestamp with time zone generated always as (coalesce(waiting_since, last_at)) stored not null,
  constraint conversations_pkey primary key (customer_id, id),
  constraint conversations_address_check check ((length(address) <= 320)),
  constraint conversations_channel_check check ((channel = any (array['email', 'sms', 'whatsapp', 'webchat']))),
  constraint conversations_snoozed check (((state = 'snoozed') = (snoozed_until is not null))),
  constraint conversations_state_check check ((state = any (array['open', 'snoozed', 'spam', 'closed']))),
  constraint conversations_unread_check check ((unread >= 0)),
  constraint conversations_assigned_to_fkey foreign key (assigned_to) references users(id) on delete set null,
  constraint conversations_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id) on delete cascade,
  constraint conversations_customer_id_fkey foreign key (customer_id) references customers(id)
);
create index conversations_in_order on conversations (customer_id, state, is_answered, sort_at, id);
create index conversations_of_case on conversations (customer_id, case_id) where (case_id is not null);
create index conversations_snoozed_until on conversations (snoozed_until) where (state = 'snoozed');
create index conversations_unknown_waiting on conversations (customer_id, sort_at) where ((case_id is null) and (state = 'open') and (waiting_since is not null));
create index conversations_waiting_for on conversations (customer_id, assigned_to, sort_at) where ((state = 'open') and (waiting_since is not null));
create unique index conversations_with on conversations (customer_id, channel, address, coalesce(case_id, (0)::bigint));
alter table conversations enable row level security;
create policy served on conversations for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on conversations referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('conversation', 'id', '', 'person_name,address,provider_id,waiting_since,last_at,last_text,last_is_ours,unread,window_ends_at,sort_at');
create trigger audit_insert after insert on conversations referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('conversation', 'id', '', 'person_name,address,provider_id,waiting_since,last_at,last_text,last_is_ours,unread,window_ends_at,sort_at');
create trigger audit_update after update on conversations referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('conversation', 'id', '', 'person_name,address,provider_id,waiting_since,last_at,last_text,last_is_ours,unread,window_ends_at,sort_at');

create table customers (
  id bigint generated always as identity,
  name text not null,
  compliance_profile text not null,
  created_at timestamp with time zone default now() not null,
  enforce_two_factor boolean default false not null,
  password_expiry_days integer,
  local_passwords boolean default true not null,
  sign_in_version integer default 1 not null,
  contact_caps jsonb,
  compliance_reason text default '' not null,
  compliance_changed_at timestamp with time zone,
  compliance_changed_by text,
  compliance_version integer default 1 not null,
  is_demo boolean default false not null,
  quiet_days_after_staff smallint default 1 not null,
  stop_confirmation boolean default false not null,
  debt_help_stops_interest boolean default true not null,
  missed_instalment text default 'end' not null,
  drop_warn_percent numeric(3,1) default 2.5 not null,
  drop_limit_percent numeric(3,1) default 3 not null,
  drop_alert_minutes integer default 5 not null,
  constraint customers_pkey primary key (id),
  constraint customers_check check ((drop_limit_percent >= drop_warn_percent)),
  constraint customers_compliance_profile_check check ((compliance_profile = any (array['incasso_wki', 'telemarketing', 'service', 'b2b', 'intern_demo']))),
  constraint customers_contact_caps_check check ((contact_caps ?& array['answeredPerDay', 'callsPerDay', 'callsPerWeek', 'writtenPerWeek', 'contactsPerLifetime'])),
  constraint customers_drop_alert_minutes_check check (((drop_alert_minutes >= 1) and (drop_alert_minutes <= 60))),
  constraint customers_drop_limit_percent_check check (((drop_limit_percent >= 0.1) and (drop_limit_percent <= (3)::numeric))),
  constraint customers_drop_warn_percent_check check (((drop_warn_percent >= 0.1) and (drop_warn_percent <= (3)::numeric))),
  constraint customers_missed_instalment_check check ((missed_instalment = any (array['remind', 'move', 'end']))),
  constraint customers_name_check check (((length(name) >= 1) and (length(name) <= 120))),
  constraint customers_password_expiry_days_check check ((password_expiry_days = any (array[90, 180, 365]))),
  constraint customers_quiet_days_check check (((quiet_days_after_staff >= 0) and (quiet_days_after_staff <= 14)))
);
alter table customers enable row level security;
create policy served on customers for all using ((( select (current_setting('regie.customers', true) = '*')) or (id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on customers referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('customer', 'id', '', 'sign_in_version');
create trigger audit_insert after insert on customers referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('customer', 'id', '', 'sign_in_version');
create trigger audit_update after update on customers referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('customer', 'id', '', 'sign_in_version');
create trigger blacklist_of_new_customer after insert on customers for each row execute function blacklist_of_new_customer();
create trigger compliance_changed after update of compliance_profile, contact_caps, quiet_days_after_staff on customers for each row when (((old.compliance_profile is distinct from new.compliance_profile) or (old.contact_caps is distinct from new.contact_caps) or (old.quiet_days_after_staff <> new.quiet_days_after_staff))) execute function release_claims_of_customer();
create trigger customer_right_made after insert on customers for each row execute function name_customer_right();
create trigger customer_right_named after update of name on customers for each row when ((old.name <> new.name)) execute function name_customer_right();
create trigger sign_in_rules_changed after update of enforce_two_factor, password_expiry_days, local_passwords on customers for each row execute function notify_callers_changed();

create table debt_help (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  kind text not null,
  organisation text not null,
  reference text default '' not null,
  began_on date not null,
  ends_on date,
  by_user text not null,
  at timestamp with time zone not null,
  ended_on date,
  ended_by text,
  constraint debt_help_pkey primary key (customer_id, id),
  constraint debt_help_id_key unique (id),
  constraint debt_help_check check ((ends_on >= began_on)),
  constraint debt_help_check1 check ((ended_on >= began_on)),
  constraint debt_help_check2 check (((ended_on is null) = (ended_by is null))),
  constraint debt_help_kind_check check ((kind = any (array['SHV', 'WSNP', 'BEW']))),
  constraint debt_help_organisation_check check (((length(organisation) >= 1) and (length(organisation) <= 200))),
  constraint debt_help_reference_check check ((length(reference) <= 100)),
  constraint debt_help_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id)
);
create index debt_help_ending on debt_help (customer_id, ends_on, case_id) where ((ended_on is null) and (ends_on is not null));
create unique index debt_help_lasting on debt_help (customer_id, case_id) where (ended_on is null);
create index debt_help_of_case on debt_help (customer_id, case_id);
alter table debt_help enable row level security;
create policy served on debt_help for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on debt_help referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('debtHelp', 'id', 'reference', '');
create trigger audit_insert after insert on debt_help referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('debtHelp', 'id', 'reference', '');
create trigger audit_update after update on debt_help referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('debtHelp', 'id', 'reference', '');

create table delivered_files (
  customer_id bigint not null,
  id bigint generated always as identity,
  delivery_id bigint not null,
  name text not null,
  bytes bigint not null,
  modified_at timestamp with time zone not null,
  still_since timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  at timestamp with time zone not null,
  state text default 'seen' not null,
  reason jsonb,
  sha256 bytea,
  import_id bigint,
  rows_read integer default 0 not null,
  cases integer default 0 not null,
  refused_rows integer default 0 not null,
  place text default 'there' not null,
  ended_at timestamp with time zone,
  constraint delivered_files_pkey primary key (customer_id, id),
  constraint delivered_files_id_key unique (id),
  constraint delivered_files_check check (((state = any (array['seen', 'refused'])) or (sha256 is not null))),
  constraint delivered_files_place_check check ((place = any (array['there', 'away', 'left']))),
  constraint delivered_files_state_check check ((state = any (array['seen', 'checking', 'asking', 'importing', 'imported', 'refused']))),
  constraint delivered_files_customer_id_delivery_id_fkey foreign key (customer_id, delivery_id) references file_deliveries(customer_id, id),
  constraint delivered_files_customer_id_import_id_fkey foreign key (customer_id, import_id) references imports(customer_id, id) on delete set null (import_id)
);
create unique index delivered_files_content on delivered_files (customer_id, sha256) where (state = any (array['checking', 'asking', 'importing', 'imported']));
create index delivered_files_log on delivered_files (customer_id, delivery_id, id desc);
create index delivered_files_lying on delivered_files (customer_id, delivery_id, name) where (place <> 'away');
create index delivered_files_of_import on delivered_files (customer_id, import_id) where (import_id is not null);
create index delivered_files_old on delivered_files (seen_at) where (name <> '');
create unique index delivered_files_seen on delivered_files (customer_id, delivery_id, name) where (state = 'seen');
create index delivered_files_under_way on delivered_files (customer_id, id) where (state = any (array['checking', 'asking', 'importing']));
alter table delivered_files enable row level security;
create policy served on delivered_files for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table demos (
  customer_id bigint not null,
  case_id bigint not null,
  user_id bigint not null,
  username text not null,
  script_id bigint not null,
  wait_seconds_max integer,
  started_at timestamp with time zone default now() not null,
  constraint demos_pkey primary key (customer_id, case_id),
  constraint demos_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id) on delete cascade,
  constraint demos_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index demos_user on demos (user_id, started_at);
alter table demos enable row level security;
create policy served on demos for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on demos referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('demo', 'case_id', '', '');
create trigger audit_insert after insert on demos referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('demo', 'case_id', '', '');
create trigger audit_update after update on demos referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('demo', 'case_id', '', '');

create table desk_calls (
  customer_id bigint not null,
  communication_id bigint not null,
  user_id bigint not null,
  case_id bigint,
  queue_id bigint,
  began_at timestamp with time zone,
  ended_at timestamp with time zone,
  finished_at timestamp with time zone,
  missed boolean default false not null,
  muted boolean default false not null,
  held_at timestamp with time zone,
  hold_seconds integer default 0 not null,
  identified_at timestamp with time zone,
  identified_how text,
  note text default '' not null,
  left_at timestamp with time zone,
  returned_at timestamp with time zone,
  constraint desk_calls_pkey primary key (customer_id, communication_id, user_id),
  constraint desk_calls_check check (((ended_at is null) or ((held_at is null) and (not muted)))),
  constraint desk_calls_check1 check (((finished_at is null) or (ended_at is not null))),
  constraint desk_calls_check2 check (((identified_at is null) = (identified_how is null))),
  constraint desk_calls_hold_seconds_check check ((hold_seconds >= 0)),
  constraint desk_calls_identified_how_check check ((identified_how = any (array['fields', 'self', 'other']))),
  constraint desk_calls_left_check check (((left_at is null) or ((began_at is not null) and (ended_at is null)))),
  constraint desk_calls_customer_id_communication_id_fkey foreign key (customer_id, communication_id) references communications(customer_id, id) on delete cascade,
  constraint desk_calls_customer_id_queue_id_fkey foreign key (customer_id, queue_id) references queues(customer_id, id) on delete set null (queue_id),
  constraint desk_calls_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index desk_calls_begun on desk_calls (customer_id, began_at);
create index desk_calls_held on desk_calls (customer_id, communication_id, user_id) include (hold_seconds) where (hold_seconds > 0);
create index desk_calls_missed on desk_calls (customer_id, communication_id, queue_id) where missed;
create index desk_calls_of_queue on desk_calls (customer_id, queue_id) where (queue_id is not null);
create index desk_calls_of_user on desk_calls (user_id);
create index desk_calls_on on desk_calls (customer_id, communication_id) where (ended_at is null);
create index desk_calls_unfinished on desk_calls (user_id) where (finished_at is null);
alter table desk_calls enable row level security;
create policy served on desk_calls for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on desk_calls referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('deskCall', 'communication_id,user_id', '', 'began_at,ended_at,held_at,hold_seconds,muted,note,missed,queue_id,left_at,returned_at');
create trigger audit_insert after insert on desk_calls referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('deskCall', 'communication_id,user_id', '', 'began_at,ended_at,held_at,hold_seconds,muted,note,missed,queue_id,left_at,returned_at');
create trigger audit_update after update on desk_calls referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('deskCall', 'communication_id,user_id', '', 'began_at,ended_at,held_at,hold_seconds,muted,note,missed,queue_id,left_at,returned_at');

create table dialing_minutes (
  customer_id bigint not null,
  script_id bigint not null,
  minute timestamp with time zone not null,
  calls integer not null,
  answered integer not null,
  constraint dialing_minutes_pkey primary key (customer_id, script_id, minute),
  constraint dialing_minutes_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id) on delete cascade
);
create index dialing_minutes_by_age on dialing_minutes (minute);
alter table dialing_minutes enable row level security;
create policy served on dialing_minutes for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table dialing_paces (
  customer_id bigint not null,
  script_id bigint not null,
  factor numeric(4,2) not null,
  held_back boolean not null,
  agent_share numeric(5,4) not null,
  handle_seconds integer not null,
  calls integer not null,
  answered integer not null,
  wanted integer not null,
  dropped integer not null,
  counted_at timestamp with time zone not null,
  moved_at timestamp with time zone not null,
  constraint dialing_paces_pkey primary key (customer_id, script_id),
  constraint dialing_paces_agent_share_check check (((agent_share >= (0)::numeric) and (agent_share <= (1)::numeric))),
  constraint dialing_paces_factor_check check ((factor > (0)::numeric)),
  constraint dialing_paces_handle_seconds_check check ((handle_seconds > 0)),
  constraint dialing_paces_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id) on delete cascade
);
alter table dialing_paces enable row level security;
create policy served on dialing_paces for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table early_news (
  customer_id bigint not null,
  provider_id bigint not null,
  event_key text not null,
  provider text not null,
  news jsonb not null,
  came_at timestamp with time zone not null,
  next_at timestamp with time zone default now() not null,
  constraint early_news_pkey primary key (customer_id, provider_id, event_key),
  constraint early_news_customer_id_provider_id_fkey foreign key (customer_id, provider_id) references providers(customer_id, id) on delete cascade
);
create index early_news_next_at on early_news (next_at);
alter table early_news enable row level security;
create policy served on early_news for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table engines (
  id bigint generated always as identity,
  started_at timestamp with time zone default now() not null,
  lease_until timestamp with time zone not null,
  constraint engines_pkey primary key (id)
);

create table evidence_packs (
  customer_id bigint not null,
  id uuid not null,
  case_id bigint not null,
  case_number text not null,
  manifest_sha256 bytea not null,
  files integer not null,
  made_at timestamp with time zone not null,
  made_by text not null,
  constraint evidence_packs_pkey primary key (customer_id, id),
  constraint evidence_packs_manifest_sha256_check check ((length(manifest_sha256) = 32)),
  constraint evidence_packs_customer_id_fkey foreign key (customer_id) references customers(id)
);
create index evidence_packs_made on evidence_packs (customer_id, made_at);
alter table evidence_packs enable row level security;
create policy served on evidence_packs for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table exports (
  id bigint generated always as identity,
  user_id bigint not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint exports_pkey primary key (id),
  constraint exports_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index exports_started_at on exports (started_at);
create index exports_user on exports (user_id, started_at);

create table extra_windows (
  customer_id bigint not null,
  id bigint generated always as identity,
  script_id bigint not null,
  day date not null,
  closed boolean default false not null,
  starts time without time zone not null,
  ends time without time zone not null,
  channels text[] not null,
  constraint extra_windows_pkey primary key (customer_id, id),
  constraint extra_windows_check check ((ends > starts)),
  constraint extra_windows_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id) on delete cascade
);
create index extra_windows_script on extra_windows (customer_id, script_id, day);
alter table extra_windows enable row level security;
create policy served on extra_windows for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on extra_windows referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('extraWindow', 'id', '', '');
create trigger audit_insert after insert on extra_windows referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('extraWindow', 'id', '', '');
create trigger audit_update after update on extra_windows referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('extraWindow', 'id', '', '');
create trigger script_hours_kept after insert or delete or update on extra_windows for each row execute function keep_script_hours();

create table failed_sign_ins (
  address text not null,
  at timestamp with time zone default now() not null,
  username_hash bytea not null,
  id bigint generated always as identity,
  constraint failed_sign_ins_pkey primary key (id)
);
create index failed_sign_ins_address on failed_sign_ins (address, at);
create index failed_sign_ins_at on failed_sign_ins (at);

create table failure_codes (
  customer_id bigint not null,
  channel text not null,
  provider text not null,
  code text not null,
  count bigint default 1 not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  text text not null,
  communication_id bigint,
  case_id bigint,
  cause text,
  note text default '' not null,
  settled_at timestamp with time zone,
  settled_by text,
  constraint failure_codes_pkey primary key (customer_id, channel, provider, code),
  constraint failure_codes_cause_check check ((length(cause) <= 40)),
  constraint failure_codes_channel_check check ((channel = any (array['call', 'email', 'sms', 'whatsapp']))),
  constraint failure_codes_code_check check (((length(code) >= 1) and (length(code) <= 40))),
  constraint failure_codes_note_check check ((length(note) <= 300)),
  constraint failure_codes_provider_check check ((length(provider) <= 60)),
  constraint failure_codes_text_check check ((length(text) <= 500)),
  constraint failure_codes_customer_id_fkey foreign key (customer_id) references customers(id)
);
create index failure_codes_last on failure_codes (last_at);
alter table failure_codes enable row level security;
create policy served on failure_codes for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on failure_codes referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('failureCode', 'channel,provider,code', 'text', 'count,first_at,last_at,communication_id,case_id');
create trigger audit_insert after insert on failure_codes referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('failureCode', 'channel,provider,code', 'text', 'count,first_at,last_at,communication_id,case_id');
create trigger audit_update after update on failure_codes referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('failureCode', 'channel,provider,code', 'text', 'count,first_at,last_at,communication_id,case_id');

create table feedback (
  id bigint generated always as identity,
  user_id bigint,
  username text not null,
  at timestamp with time zone not null,
  text text not null,
  image bytea,
  image_type text,
  context jsonb not null,
  mail_state text default 'queued' not null,
  constraint feedback_pkey primary key (id),
  constraint feedback_image_check check ((length(image) <= 2000000)),
  constraint feedback_image_type_check check ((image_type = any (array['image/png', 'image/jpeg']))),
  constraint feedback_mail_state_check check ((mail_state = any (array['queued', 'started', 'sent', 'failed']))),
  constraint feedback_text_check check (((length(text) >= 3) and (length(text) <= 4000))),
  constraint feedback_user_id_fkey foreign key (user_id) references users(id) on delete set null
);
alter table feedback enable row level security;
create policy served on feedback for all using ((( select (current_setting('regie.customers', true) = '*')) or (exists ( select
   from users u
  where (u.id = feedback.user_id)))));

create table figure_alerts (
  customer_id bigint not null,
  id bigint generated always as identity,
  figure text not null,
  script_id bigint,
  queue_id bigint,
  over_since timestamp with time zone,
  under_since timestamp with time zone,
  armed boolean default true not null,
  mailed_at timestamp with time zone,
  looked_at timestamp with time zone not null,
  constraint figure_alerts_pkey primary key (customer_id, id),
  constraint figure_alerts_customer_id_figure_script_id_queue_id_key unique nulls not distinct (customer_id, figure, script_id, queue_id),
  constraint figure_alerts_check check (((num_nonnulls(script_id, queue_id) = 1) and ((figure = 'drop') = (script_id is not null)))),
  constraint figure_alerts_figure_check check ((figure = any (array['drop', 'wait', 'level', 'waiting']))),
  constraint figure_alerts_customer_id_queue_id_fkey foreign key (customer_id, queue_id) references queues(customer_id, id) on delete cascade,
  constraint figure_alerts_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id) on delete cascade
) with (fillfactor=50);
create index figure_alerts_of_queue on figure_alerts (customer_id, queue_id) where (queue_id is not null);
create index figure_alerts_of_script on figure_alerts (customer_id, script_id) where (script_id is not null);
alter table figure_alerts enable row level security;
create policy served on figure_alerts for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table file_deliveries (
  customer_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  kind text not null,
  host text default '' not null,
  port integer default 22 not null,
  username text default '' not null,
  sign_in text default 'password' not null,
  secret bytea,
  host_key text,
  folder text default '' not null,
  pattern text not null,
  every_minutes integer not null,
  script_id bigint not null,
  batch_name text not null,
  start_later boolean default false not null,
  contact_ids bigint[] default '{}'::bigint[] not null,
  is_on boolean default false not null,
  acts_for bigint,
  remembered jsonb,
  version integer default 1 not null,
  next_at timestamp with time zone default now() not null,
  claimed_until timestamp with time zone,
  looked_at timestamp with time zone,
  fault text,
  failing_since timestamp with time zone,
  removed_at timestamp with time zone,
  constraint file_deliveries_pkey primary key (customer_id, id),
  constraint file_deliveries_id_key unique (id),
  constraint file_deliveries_batch_name_check check ((batch_name <> '')),
  constraint file_deliveries_check check (((kind = 'folder') or ((host <> '') and (username <> '')))),
  constraint file_deliveries_check1 check (((removed_at is null) or ((not is_on) and (secret is null)))),
  constraint file_deliveries_every_minutes_check check (((every_minutes >= 1) and (every_minutes <= 1440))),
  constraint file_deliveries_kind_check check ((kind = any (array['folder', 'sftp']))),
  constraint file_deliveries_name_check check (((name <> '') and (length(name) <= 80))),
  constraint file_deliveries_pattern_check check ((pattern <> '')),
  constraint file_deliveries_sign_in_check check ((sign_in = any (array['password', 'key']))),
  constraint file_deliveries_acts_for_fkey foreign key (acts_for) references users(id) on delete set null,
  constraint file_deliveries_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint file_deliveries_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id)
);
create index file_deliveries_due on file_deliveries (next_at) where is_on;
create unique index file_deliveries_name on file_deliveries (customer_id, lower(name)) where (removed_at is null);
alter table file_deliveries enable row level security;
create policy served on file_deliveries for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on file_deliveries referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('fileDelivery', 'id', 'secret', 'version,next_at,claimed_until,looked_at,fault,failing_since,remembered');
create trigger audit_insert after insert on file_deliveries referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('fileDelivery', 'id', 'secret', 'version,next_at,claimed_until,looked_at,fault,failing_since,remembered');
create trigger audit_update after update on file_deliveries referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('fileDelivery', 'id', 'secret', 'version,next_at,claimed_until,looked_at,fault,failing_since,remembered');

create table file_fetches (
  customer_id bigint not null,
  id bigint generated always as identity,
  file_id bigint not null,
  user_id bigint,
  at timestamp with time zone not null,
  constraint file_fetches_pkey primary key (customer_id, id),
  constraint file_fetches_customer_id_file_id_fkey foreign key (customer_id, file_id) references files(customer_id, id),
  constraint file_fetches_user_id_fkey foreign key (user_id) references users(id) on delete set null
);
create index file_fetches_of_file on file_fetches (customer_id, file_id, at);
alter table file_fetches enable row level security;
create policy served on file_fetches for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table file_parts (
  customer_id bigint not null,
  file_id bigint not null,
  no integer not null,
  content bytea not null,
  constraint file_parts_pkey primary key (customer_id, file_id, no),
  constraint file_parts_content_check check ((length(content) > 0)),
  constraint file_parts_no_check check ((no >= 0)),
  constraint file_parts_customer_id_file_id_fkey foreign key (customer_id, file_id) references files(customer_id, id)
);
alter table file_parts enable row level security;
create policy served on file_parts for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table files (
  customer_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  bytes integer not null,
  sha256 bytea not null,
  uploaded_by bigint,
  created_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  kind text not null,
  format text default 'other' not null,
  state text default 'kept' not null,
  fault text,
  script_id bigint,
  needs bigint[] default '{}'::bigint[] not null,
  scanned_at timestamp with time zone,
  expires_at timestamp with time zone,
  removed_by bigint,
  constraint files_pkey primary key (customer_id, id),
  constraint files_format_check check ((format = any (array['csv', 'xlsx', 'zip', 'other']))),
  constraint files_kind_check check ((kind = any (array['batch', 'report', 'result', 'statement', 'proof', 'privacy', 'document']))),
  constraint files_state_check check ((state = any (array['receiving', 'making', 'waiting', 'kept', 'failed']))),
  constraint files_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint files_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id),
  constraint files_removed_by_fkey foreign key (removed_by) references users(id) on delete set null,
  constraint files_uploaded_by_fkey foreign key (uploaded_by) references users(id) on delete set null
);
create index files_ending on files (expires_at) where (removed_at is null);
create index files_kept on files (customer_id) include (bytes) where (removed_at is null);
create index files_listed on files (customer_id, kind, created_at, id) where (removed_at is null);
create index files_same on files (customer_id, sha256) where (kind = 'batch');
create index files_unscanned on files (created_at) where ((removed_at is null) and (scanned_at is null));
alter table files enable row level security;
create policy served on files for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));

create table former_passwords (
  user_id bigint not null,
  chosen_at timestamp with time zone not null,
  password_hash text not null,
  constraint former_passwords_pkey primary key (user_id, chosen_at),
  constraint former_passwords_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table forward_lists (
  customer_id bigint not null,
  addresses text[] default '{}'[] not null,
  version integer default 1 not null,
  constraint forward_lists_pkey primary key (customer_id),
  constraint forward_lists_addresses_check check ((cardinality(addresses) <= 50)),
  constraint forward_lists_customer_id_fkey foreign key (customer_id) references customers(id)
);
alter table forward_lists enable row level security;
create policy served on forward_lists for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on forward_lists referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('forwardList', 'customer_id', '', 'version');
create trigger audit_insert after insert on forward_lists referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('forwardList', 'customer_id', '', 'version');
create trigger audit_update after update on forward_lists referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('forwardList', 'customer_id', '', 'version');

create table guide_drafts (
  customer_id bigint not null,
  guide_id bigint not null,
  pieces jsonb not null,
  based_on bigint,
  version integer default 1 not null,
  changed_at timestamp with time zone default now() not null,
  changed_by text not null,
  constraint guide_drafts_pkey primary key (customer_id, guide_id),
  constraint guide_drafts_customer_id_guide_id_fkey foreign key (customer_id, guide_id) references guides(customer_id, id)
);
alter table guide_drafts enable row level security;
create policy served on guide_drafts for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on guide_drafts referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('guideDraft', 'guide_id', 'pieces', 'version,changed_at,based_on');
create trigger audit_insert after insert on guide_drafts referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('guideDraft', 'guide_id', 'pieces', 'version,changed_at,based_on');
create trigger audit_update after update on guide_drafts referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('guideDraft', 'guide_id', 'pieces', 'version,changed_at,based_on');

create table guide_uses (
  customer_id bigint not null,
  id bigint generated always as identity,
  guide_id bigint not null,
  script_id bigint,
  queue_id bigint,
  constraint guide_uses_pkey primary key (customer_id, id),
  constraint guide_uses_customer_id_queue_id_key unique (customer_id, queue_id),
  constraint guide_uses_customer_id_script_id_key unique (customer_id, script_id),
  constraint guide_uses_check check ((num_nonnulls(script_id, queue_id) = 1)),
  constraint guide_uses_customer_id_guide_id_fkey foreign key (customer_id, guide_id) references guides(customer_id, id),
  constraint guide_uses_customer_id_queue_id_fkey foreign key (customer_id, queue_id) references queues(customer_id, id) on delete cascade,
  constraint guide_uses_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id) on delete cascade
);
create index guide_uses_of_guide on guide_uses (customer_id, guide_id);
alter table guide_uses enable row level security;
create policy served on guide_uses for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on guide_uses referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('guideUse', 'id', '', '');
create trigger audit_insert after insert on guide_uses referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('guideUse', 'id', '', '');
create trigger audit_update after update on guide_uses referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('guideUse', 'id', '', '');

create table guide_versions (
  customer_id bigint not null,
  id bigint generated always as identity,
  guide_id bigint not null,
  no integer not null,
  pieces jsonb not null,
  note text default '' not null,
  created_by text default '' not null,
  created_at timestamp with time zone default now() not null,
  constraint guide_versions_pkey primary key (customer_id, id),
  constraint guide_versions_customer_id_guide_id_id_key unique (customer_id, guide_id, id),
  constraint guide_versions_customer_id_guide_id_no_key unique (customer_id, guide_id, no),
  constraint guide_versions_id_key unique (id),
  constraint guide_versions_no_check check ((no >= 1)),
  constraint guide_versions_customer_id_guide_id_fkey foreign key (customer_id, guide_id) references guides(customer_id, id)
);
alter table guide_versions enable row level security;
create policy served on guide_versions for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on guide_versions referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('guideVersion', 'id', 'pieces', '');
create trigger audit_insert after insert on guide_versions referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('guideVersion', 'id', 'pieces', '');
create trigger audit_update after update on guide_versions referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('guideVersion', 'id', 'pieces', '');

create table guides (
  customer_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  is_default boolean default false not null,
  guide_version_id bigint,
  version integer default 1 not null,
  removed_at timestamp with time zone,
  constraint guides_pkey primary key (customer_id, id),
  constraint guides_id_key unique (id),
  constraint guides_check check (((removed_at is null) or (not is_default))),
  constraint guides_name_check check (((name <> '') and (length(name) <= 60))),
  constraint guides_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint guides_customer_id_id_guide_version_id_fkey foreign key (customer_id, id, guide_version_id) references guide_versions(customer_id, guide_id, id)
);
create unique index guides_default on guides (customer_id) where is_default;
create unique index guides_name on guides (customer_id, lower(name)) where (removed_at is null);
alter table guides enable row level security;
create policy served on guides for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on guides referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('guide', 'id', '', 'version');
create trigger audit_insert after insert on guides referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('guide', 'id', '', 'version');
create trigger audit_update after update on guides referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('guide', 'id', '', 'version');

create table hand_over_cases (
  customer_id bigint not null,
  hand_over_id bigint not null,
  case_id bigint not null,
  state text not null,
  reason text,
  open_cents bigint,
  ended_at timestamp with time zone,
  ended_by text,
  constraint hand_over_cases_pkey primary key (customer_id, hand_over_id, case_id),
  constraint hand_over_cases_check check (((state = 'refused') = (reason is not null))),
  constraint hand_over_cases_state_check check ((state = any (array['handedOver', 'refused', 'undone', 'takenBack']))),
  constraint hand_over_cases_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id) on delete cascade,
  constraint hand_over_cases_customer_id_hand_over_id_fkey foreign key (customer_id, hand_over_id) references hand_overs(customer_id, id) on delete cascade
);
create unique index hand_over_cases_now on hand_over_cases (customer_id, case_id) where (state = 'handedOver');
create index hand_over_cases_of_case on hand_over_cases (customer_id, case_id);
alter table hand_over_cases enable row level security;
create policy served on hand_over_cases for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on hand_over_cases referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('handOverCase', 'hand_over_id,case_id', '', '');
create trigger audit_insert after insert on hand_over_cases referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('handOverCase', 'hand_over_id,case_id', '', '');
create trigger audit_update after update on hand_over_cases referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('handOverCase', 'hand_over_id,case_id', '', '');

create table hand_overs (
  customer_id bigint not null,
  id bigint generated always as identity,
  kind text not null,
  name text not null,
  email text default '' not null,
  reference text default '' not null,
  note text default '' not null,
  on_day date not null,
  locale text not null,
  bulk_id bigint,
  file_id bigint,
  user_id bigint,
  by_user text not null,
  at timestamp with time zone not null,
  constraint hand_overs_pkey primary key (customer_id, id),
  constraint hand_overs_id_key unique (id),
  constraint hand_overs_kind_check check ((kind = any (array['bailiff', 'client']))),
  constraint hand_overs_customer_id_file_id_fkey foreign key (customer_id, file_id) references files(customer_id, id),
  constraint hand_overs_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint hand_overs_user_id_fkey foreign key (user_id) references users(id) on delete set null
);
create index hand_overs_of_bulk on hand_overs (customer_id, bulk_id);
create index hand_overs_of_customer on hand_overs (customer_id, at desc);
create index hand_overs_of_file on hand_overs (customer_id, file_id);
alter table hand_overs enable row level security;
create policy served on hand_overs for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on hand_overs referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('handOver', 'id', 'note', '');
create trigger audit_insert after insert on hand_overs referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('handOver', 'id', 'note', '');
create trigger audit_update after update on hand_overs referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('handOver', 'id', 'note', '');

create table holiday_years (
  customer_id bigint not null,
  year integer not null,
  confirmed_at timestamp with time zone default now() not null,
  confirmed_by text not null,
  constraint holiday_years_pkey primary key (customer_id, year),
  constraint holiday_years_customer_id_fkey foreign key (customer_id) references customers(id)
);
alter table holiday_years enable row level security;
create policy served on holiday_years for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on holiday_years referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('holidayYear', 'year', '', '');
create trigger audit_insert after insert on holiday_years referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('holidayYear', 'year', '', '');
create trigger audit_update after update on holiday_years referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('holidayYear', 'year', '', '');

create table holidays (
  customer_id bigint not null,
  script_id bigint default 0 not null,
  day date not null,
  enabled boolean not null,
  name jsonb,
  starts time without time zone,
  ends time without time zone,
  constraint holidays_pkey primary key (customer_id, script_id, day),
  constraint holidays_check check ((((starts is null) = (ends is null)) and ((starts is null) or (ends > starts)))),
  constraint holidays_customer_id_fkey foreign key (customer_id) references customers(id)
);
alter table holidays enable row level security;
create policy served on holidays for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on holidays referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('holiday', 'script_id,day', '', '');
create trigger audit_insert after insert on holidays referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('holiday', 'script_id,day', '', '');
create trigger audit_update after update on holidays referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('holiday', 'script_id,day', '', '');
create trigger script_hours_kept after insert or delete or update on holidays for each row execute function keep_script_hours();

create table identity_answers (
  customer_id bigint not null,
  case_id bigint not null,
  wrong integer not null,
  since timestamp with time zone not null,
  constraint identity_answers_pkey primary key (customer_id, case_id),
  constraint identity_answers_wrong_check check ((wrong > 0)),
  constraint identity_answers_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id) on delete cascade
);
alter table identity_answers enable row level security;
create policy served on identity_answers for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table import_rows (
  customer_id bigint not null,
  import_id bigint not null,
  check_no integer not null,
  row_no integer not null,
  case_number text,
  name text,
  phone text,
  mobile text,
  email text,
  city text,
  postcode text,
  invoice_number text,
  locale text,
  outstanding_cents bigint,
  fields jsonb,
  raw text[],
  updates_case bigint,
  old_cents bigint,
  flag text,
  start_on date,
  expires_on date,
  priority smallint,
  linked_number text,
  currency text,
  faults jsonb
) partition by list (customer_id);
create index import_rows_order on only import_rows (customer_id, import_id, check_no, row_no);
alter table import_rows enable row level security;
create policy served on import_rows for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table imports (
  customer_id bigint not null,
  id bigint generated always as identity,
  file_id bigint not null,
  script_id bigint not null,
  status text not null,
  failure jsonb,
  encoding text,
  separator text,
  columns jsonb default '[]'::jsonb not null,
  mapping jsonb,
  preview jsonb default '[]'::jsonb not null,
  counts jsonb,
  rows_total integer default 0 not null,
  rows_done integer default 0 not null,
  batch_name text,
  start_later boolean default false not null,
  batch_id bigint,
  check_no integer default 0 not null,
  created_by bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  issues jsonb default '[]'::jsonb not null,
  missing jsonb default '[]'::jsonb not null,
  format text,
  changes jsonb default '[]'::jsonb not null,
  tries integer default 0 not null,
  asked_by bigint,
  trial jsonb,
  repairs jsonb default '{}'::jsonb not null,
  repaired integer default 0 not null,
  constraint imports_pkey primary key (customer_id, id),
  constraint imports_id_key unique (id),
  constraint imports_format_check check ((format = any (array['csv', 'xlsx', 'zip']))),
  constraint imports_status_check check ((status = any (array['reading', 'mapping', 'checking', 'ready', 'importing', 'done', 'failed', 'cancelled']))),
  constraint imports_asked_by_fkey foreign key (asked_by) references users(id) on delete set null,
  constraint imports_created_by_fkey foreign key (created_by) references users(id) on delete set null,
  constraint imports_customer_id_file_id_fkey foreign key (customer_id, file_id) references files(customer_id, id),
  constraint imports_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id)
);
create index imports_being_checked on imports (asked_by) where (status = any (array['reading', 'checking']));
create index imports_left on imports (customer_id, created_at desc) where (status = any (array['reading', 'mapping', 'checking', 'ready', 'importing']));
alter table imports enable row level security;
create policy served on imports for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));

create table incoming_attachments (
  customer_id bigint not null,
  incoming_id bigint not null,
  no smallint not null,
  file_name text not null,
  media_type text not null,
  bytes integer not null,
  content bytea,
  constraint incoming_attachments_pkey primary key (customer_id, incoming_id, no),
  constraint incoming_attachments_customer_id_incoming_id_fkey foreign key (customer_id, incoming_id) references incoming_messages(customer_id, id) on delete cascade
);
alter table incoming_attachments enable row level security;
create policy served on incoming_attachments for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table incoming_messages (
  customer_id bigint not null,
  id bigint generated always as identity,
  channel text not null,
  provider_id bigint not null,
  message_key text not null,
  kind text not null,
  case_id bigint,
  batch_id bigint,
  communication_id bigint,
  sender text default '' not null,
  sender_name text default '' not null,
  receivers text[] default '{}'[] not null,
  subject text default '' not null,
  text text default '' not null,
  quoted text default '' not null,
  bytes integer not null,
  reason text default '' not null,
  came_at timestamp with time zone not null,
  saved_at timestamp with time zone not null,
  conversation_id bigint,
  untied_at timestamp with time zone,
  words tsvector generated always as (to_tsvector('simple'::regconfig, translate(lower((((((("left"(subject, 1000) || ' ') || "left"(text, 20000)) || ' ') || sender) || ' ') || sender_name)), 'áàâäãåéèêëíìîïóòôöõúùûüýÿçñ@._-/+:', 'aaaaaaeeeeiiiiooooouuuuyycn       '))) stored not null,
  pressed text,
  given_number text,
  constraint incoming_messages_pkey primary key (customer_id, id),
  constraint incoming_messages_customer_id_provider_id_message_key_key unique (customer_id, provider_id, message_key),
  constraint incoming_messages_channel_check check ((channel = any (array['email', 'sms', 'whatsapp', 'webchat']))),
  constraint incoming_messages_given_number_check check ((given_number ~ '^\+[0-9]{5,15}$')),
  constraint incoming_messages_kind_check check ((kind = any (array['message', 'automatic', 'report', 'unreadable']))),
  constraint incoming_messages_message_key_check check (((length(message_key) >= 1) and (length(message_key) <= 1100))),
  constraint incoming_messages_pressed_check check (((length(pressed) >= 1) and (length(pressed) <= 200))),
  constraint incoming_messages_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id) on delete cascade,
  constraint incoming_messages_customer_id_conversation_id_fkey foreign key (customer_id, conversation_id) references conversations(customer_id, id) on delete cascade,
  constraint incoming_messages_customer_id_fkey foreign key (customer_id) references customers(id)
);
create index incoming_messages_answering on incoming_messages (customer_id, communication_id) where ((kind = 'message') and (communication_id is not null));
create index incoming_messages_pressed on incoming_messages (customer_id, case_id, id) where (pressed is not null);
create index incoming_messages_written on incoming_messages (customer_id, came_at, id) where ((kind = 'message') and (pressed is null));
create index incoming_of_case on incoming_messages (customer_id, case_id, id) where (case_id is not null);
create index incoming_of_conversation on incoming_messages (customer_id, conversation_id, id) where (conversation_id is not null);
create index incoming_unknown on incoming_messages (customer_id, provider_id, saved_at) where (case_id is null);
create index incoming_words on incoming_messages using gin (words) where (conversation_id is not null);
alter table incoming_messages enable row level security;
create policy served on incoming_messages for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table interruptions (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  on_day date not null,
  how text not null,
  note text default '' not null,
  by_user text not null,
  at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  withdrawn_by text,
  withdrawn_reason text,
  constraint interruptions_pkey primary key (customer_id, id),
  constraint interruptions_id_key unique (id),
  constraint interruptions_check check ((((withdrawn_at is null) = (withdrawn_by is null)) and ((withdrawn_at is null) = (withdrawn_reason is null)))),
  constraint interruptions_how_check check ((how = any (array['letter', 'email', 'acknowledgement', 'payment', 'legalAction']))),
  constraint interruptions_note_check check ((length(note) <= 1000)),
  constraint interruptions_withdrawn_reason_check check (((length(withdrawn_reason) >= 1) and (length(withdrawn_reason) <= 500))),
  constraint interruptions_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id)
);
create index interruptions_of_case on interruptions (customer_id, case_id, on_day);
create unique index interruptions_once on interruptions (customer_id, case_id, on_day, how) where (withdrawn_at is null);
alter table interruptions enable row level security;
create policy served on interruptions for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger append_only before delete or update on interruptions for each row execute function keep_interruption();
create trigger audit_delete after delete on interruptions referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('interruption', 'id', 'note,withdrawn_reason', '');
create trigger audit_insert after insert on interruptions referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('interruption', 'id', 'note,withdrawn_reason', '');
create trigger audit_update after update on interruptions referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('interruption', 'id', 'note,withdrawn_reason', '');

create table job_runs (
  job_key text not null,
  engine_id bigint,
  deaths integer default 0 not null,
  started_at timestamp with time zone default now() not null,
  constraint job_runs_pkey primary key (job_key)
);

create table jobs_set_aside (
  id bigint generated always as identity,
  job_key text not null,
  name text not null,
  about jsonb not null,
  reason text not null,
  at timestamp with time zone default now() not null,
  attempts integer default 1 not null,
  constraint jobs_set_aside_pkey primary key (id),
  constraint jobs_set_aside_job_key_key unique (job_key),
  constraint jobs_set_aside_reason_check check ((reason = any (array['died', 'deadline', 'rows', 'memory', 'connections', 'failed'])))
);
create trigger audit_delete after delete on jobs_set_aside referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('job', 'id', '', 'job_key');
create trigger audit_insert after insert on jobs_set_aside referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('job', 'id', '', 'job_key');
create trigger audit_update after update on jobs_set_aside referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('job', 'id', '', 'job_key');

create table letter_persons (
  customer_id bigint not null,
  letter_id bigint not null,
  case_id bigint not null,
  person text not null,
  constraint letter_persons_pkey primary key (customer_id, person, letter_id),
  constraint letter_persons_customer_id_letter_id_fkey foreign key (customer_id, letter_id) references letters(customer_id, id) on delete cascade
);
create index letter_persons_of_case on letter_persons (customer_id, case_id);
create index letter_persons_of_letter on letter_persons (customer_id, letter_id);
alter table letter_persons enable row level security;
create policy served on letter_persons for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table letterheads (
  customer_id bigint not null,
  address text default '' not null,
  phone text default '' not null,
  email text default '' not null,
  chamber_number text default '' not null,
  logo bytea,
  version integer not null,
  logo_hash text generated always as (encode(sha256(logo), 'hex')) stored,
  iban text default '' not null,
  privacy_url text default '' not null,
  constraint letterheads_pkey primary key (customer_id),
  constraint letterheads_address_check check ((length(address) <= 300)),
  constraint letterheads_chamber_number_check check ((chamber_number ~ '^(\d{8})?$')),
  constraint letterheads_email_check check ((length(email) <= 254)),
  constraint letterheads_logo_check check ((octet_length(logo) <= 204800)),
  constraint letterheads_phone_check check ((length(phone) <= 20)),
  constraint letterheads_privacy_url_check check (((length(privacy_url) <= 200) and (privacy_url ~ '^(https://.+)?$'))),
  constraint letterheads_customer_id_fkey foreign key (customer_id) references customers(id) on delete cascade
);
create index letterheads_by_logo on letterheads (logo_hash) where (logo_hash is not null);
alter table letterheads enable row level security;
create policy served on letterheads for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on letterheads referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('letterhead', 'customer_id', 'logo', 'logo_hash,version');
create trigger audit_insert after insert on letterheads referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('letterhead', 'customer_id', 'logo', 'logo_hash,version');
create trigger audit_update after update on letterheads referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('letterhead', 'customer_id', 'logo', 'logo_hash,version');

create table letters (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  document_id bigint,
  template_revision_id bigint,
  subject text not null,
  name text not null,
  street text not null,
  postcode text not null,
  city text not null,
  country text not null,
  pages integer,
  state text default 'queued' not null,
  reason text,
  next_at timestamp with time zone not null,
  print_batch_id bigint,
  queued_at timestamp with time zone not null,
  handed_at timestamp with time zone,
  queued_by text not null,
  simulated boolean default false not null,
  idempotency_key text not null,
  text text,
  locale text,
  price_cents integer,
  constraint letters_pkey primary key (customer_id, id),
  constraint letters_check check (((state = 'handedOver') = (handed_at is not null))),
  constraint letters_pages_check check ((pages > 0)),
  constraint letters_state_check check ((state = any (array['drawing', 'queued', 'handedOver', 'cancelled', 'refused']))),
  constraint letters_text_check check (((state = 'drawing') = ((text is not null) and (locale is not null)))),
  constraint letters_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id) on delete cascade,
  constraint letters_customer_id_document_id_fkey foreign key (customer_id, document_id) references case_documents(customer_id, id) on delete cascade,
  constraint letters_customer_id_print_batch_id_fkey foreign key (customer_id, print_batch_id) references print_batches(customer_id, id),
  constraint letters_customer_id_template_revision_id_fkey foreign key (customer_id, template_revision_id) references template_revisions(customer_id, id) on delete set null (template_revision_id)
);
create index letters_due on letters (next_at) where ((state = 'queued') and (print_batch_id is null));
create index letters_handed_over on letters (customer_id, queued_at) where (state = 'handedOver');
create index letters_of_batch on letters (customer_id, print_batch_id) where (print_batch_id is not null);
create index letters_of_case on letters (customer_id, case_id, id desc);
create index letters_of_document on letters (customer_id, document_id);
create index letters_of_revision on letters (customer_id, template_revision_id);
create unique index letters_once on letters (customer_id, idempotency_key);
create index letters_to_draw on letters (next_at) where (state = 'drawing');
alter table letters enable row level security;
create policy served on letters for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger letter_persons_kept after insert on letters referencing new table as new_rows for each statement execute function keep_letter_persons();

create table live_cases (
  customer_id bigint not null,
  case_id bigint not null,
  batch_id bigint not null,
  script_id bigint not null,
  state text not null,
  since timestamp with time zone not null,
  user_id bigint,
  ends_at timestamp with time zone,
  cooldown_until timestamp with time zone,
  constraint live_cases_pkey primary key (customer_id, case_id),
  constraint live_cases_state_check check ((state = any (array['script', 'calling', 'cooldown', 'transferred', 'transferring', 'human', 'voicemail', 'noanswer', 'incall']))),
  constraint live_cases_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id) on delete cascade,
  constraint live_cases_user_id_fkey foreign key (user_id) references users(id) on delete set null
);
create index live_cases_ending on live_cases (ends_at) where (ends_at is not null);
create index live_cases_of_user on live_cases (user_id) where (user_id is not null);
alter table live_cases enable row level security;
create policy served on live_cases for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table machine_keys (
  id bigint generated always as identity,
  customer_id bigint not null,
  user_id bigint not null,
  name text not null,
  prefix text not null,
  key_hash bytea not null,
  rights integer[] not null,
  addresses text[] not null,
  expires_at timestamp with time zone not null,
  made_at timestamp with time zone not null,
  made_by bigint,
  made_by_name text not null,
  last_used_at timestamp with time zone,
  last_used_from text,
  refused_at timestamp with time zone,
  refused_from text,
  revoked_at timestamp with time zone,
  revoked_by text,
  constraint machine_keys_pkey primary key (id),
  constraint machine_keys_customer_id_id_key unique (customer_id, id),
  constraint machine_keys_prefix_key unique (prefix),
  constraint machine_keys_user_id_key unique (user_id),
  constraint machine_keys_check check (((revoked_at is null) = (revoked_by is null))),
  constraint machine_keys_check1 check ((expires_at > made_at)),
  constraint machine_keys_key_hash_check check ((length(key_hash) = 32)),
  constraint machine_keys_name_check check ((name <> '')),
  constraint machine_keys_prefix_check check ((length(prefix) = 8)),
  constraint machine_keys_rights_check check ((cardinality(rights) > 0)),
  constraint machine_keys_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint machine_keys_made_by_fkey foreign key (made_by) references users(id) on delete set null,
  constraint machine_keys_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index machine_keys_by_maker on machine_keys (made_by);
create unique index machine_keys_by_name on machine_keys (customer_id, lower(name)) where (revoked_at is null);
alter table machine_keys enable row level security;
create policy served on machine_keys for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on machine_keys referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('machineKey', 'id', 'key_hash', 'prefix,last_used_at,last_used_from,refused_at,refused_from');
create trigger audit_insert after insert on machine_keys referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('machineKey', 'id', 'key_hash', 'prefix,last_used_at,last_used_from,refused_at,refused_from');
create trigger audit_update after update on machine_keys referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('machineKey', 'id', 'key_hash', 'prefix,last_used_at,last_used_from,refused_at,refused_from');

create table mail_attachments (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  communication_id bigint,
  no integer,
  file_name text not null,
  media_type text not null,
  bytes integer not null,
  content bytea,
  uploaded_by bigint,
  uploaded_at timestamp with time zone not null,
  provider_ref text,
  provider_id bigint,
  brought_at timestamp with time zone,
  file_id bigint,
  constraint mail_attachments_pkey primary key (customer_id, id),
  constraint mail_attachments_bytes_check check ((bytes > 0)),
  constraint mail_attachments_check check (((communication_id is null) = (no is null))),
  constraint mail_attachments_check1 check ((((provider_ref is null) = (brought_at is null)) and ((provider_ref is null) = (provider_id is null)))),
  constraint mail_attachments_check2 check (((content is null) <> (file_id is null))),
  constraint mail_attachments_file_name_check check (((length(file_name) >= 1) and (length(file_name) <= 200))),
  constraint mail_attachments_no_check check (((no >= 1) and (no <= 5))),
  constraint mail_attachments_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id) on delete cascade,
  constraint mail_attachments_customer_id_communication_id_fkey foreign key (customer_id, communication_id) references communications(customer_id, id) on delete cascade,
  constraint mail_attachments_customer_id_file_id_fkey foreign key (customer_id, file_id) references files(customer_id, id),
  constraint mail_attachments_uploaded_by_fkey foreign key (uploaded_by) references users(id) on delete set null
);
create index mail_attachments_of_case on mail_attachments (customer_id, case_id);
create index mail_attachments_of_file on mail_attachments (customer_id, file_id) where (file_id is not null);
create unique index mail_attachments_of_message on mail_attachments (customer_id, communication_id, no);
create index mail_attachments_unsent on mail_attachments (uploaded_by, uploaded_at) where (communication_id is null);
alter table mail_attachments enable row level security;
create policy served on mail_attachments for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table mail_forwards (
  customer_id bigint not null,
  key uuid not null,
  incoming_id bigint not null,
  user_id bigint,
  address text,
  at timestamp with time zone not null,
  by_user_id bigint,
  constraint mail_forwards_pkey primary key (customer_id, key),
  constraint mail_forwards_by_user_id_fkey foreign key (by_user_id) references users(id) on delete set null,
  constraint mail_forwards_customer_id_incoming_id_fkey foreign key (customer_id, incoming_id) references incoming_messages(customer_id, id) on delete cascade,
  constraint mail_forwards_user_id_fkey foreign key (user_id) references users(id) on delete set null
);
create index mail_forwards_of_message on mail_forwards (customer_id, incoming_id);
alter table mail_forwards enable row level security;
create policy served on mail_forwards for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on mail_forwards referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('mailForward', 'incoming_id', '', 'key,at');
create trigger audit_insert after insert on mail_forwards referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('mailForward', 'incoming_id', '', 'key,at');
create trigger audit_update after update on mail_forwards referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('mailForward', 'incoming_id', '', 'key,at');

create table mail_paces (
  customer_id bigint not null,
  provider_id bigint not null,
  domain text not null,
  due_at timestamp with time zone not null,
  given_until timestamp with time zone not null,
  constraint mail_paces_pkey primary key (customer_id, provider_id, domain),
  constraint mail_paces_customer_id_provider_id_fkey foreign key (customer_id, provider_id) references providers(customer_id, id) on delete cascade
) with (fillfactor=50);
alter table mail_paces enable row level security;
create policy served on mail_paces for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table mail_readings (
  customer_id bigint not null,
  communication_id bigint not null,
  opened_at timestamp with time zone,
  maybe_opened_at timestamp with time zone,
  clicked_at timestamp with time zone,
  maybe_clicked_at timestamp with time zone,
  constraint mail_readings_pkey primary key (customer_id, communication_id),
  constraint mail_readings_customer_id_communication_id_fkey foreign key (customer_id, communication_id) references communications(customer_id, id) on delete cascade
);
alter table mail_readings enable row level security;
create policy served on mail_readings for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table mailboxes (
  customer_id bigint not null,
  provider_id bigint not null,
  uid_validity bigint,
  last_uid bigint default 0 not null,
  trying_uid bigint,
  tries integer default 0 not null,
  taken_until timestamp with time zone,
  read_at timestamp with time zone,
  not_given integer default 0 not null,
  engine_id bigint,
  listens_since timestamp with time zone,
  constraint mailboxes_pkey primary key (customer_id, provider_id),
  constraint mailboxes_customer_id_provider_id_fkey foreign key (customer_id, provider_id) references providers(customer_id, id) on delete cascade
);
alter table mailboxes enable row level security;
create policy served on mailboxes for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table maintenance (
  only_one boolean default true not null,
  is_on boolean default false not null,
  message text default '' not null,
  until timestamp with time zone,
  changed_at timestamp with time zone default now() not null,
  constraint maintenance_pkey primary key (only_one),
  constraint maintenance_message_check check ((length(message) <= 500)),
  constraint maintenance_only_one_check check (only_one)
);
create trigger audit_delete after delete on maintenance referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('maintenance', 'only_one', '', 'changed_at');
create trigger audit_insert after insert on maintenance referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('maintenance', 'only_one', '', 'changed_at');
create trigger audit_update after update on maintenance referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('maintenance', 'only_one', '', 'changed_at');
create trigger maintenance_changed after update on maintenance for each statement execute function notify_maintenance_changed();

create table manual_calls (
  customer_id bigint not null,
  communication_id bigint not null,
  case_id bigint not null,
  user_id bigint not null,
  by_user text not null,
  asked_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  transferred_at timestamp with time zone,
  constraint manual_calls_pkey primary key (customer_id, communication_id),
  constraint manual_calls_customer_id_communication_id_fkey foreign key (customer_id, communication_id) references communications(customer_id, id) on delete cascade,
  constraint manual_calls_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index manual_calls_of_case on manual_calls (customer_id, case_id, communication_id desc);
create index manual_calls_of_user on manual_calls (user_id, communication_id desc);
alter table manual_calls enable row level security;
create policy served on manual_calls for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on manual_calls referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('manualCall', 'communication_id', '', 'answered_at');
create trigger audit_insert after insert on manual_calls referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('manualCall', 'communication_id', '', 'answered_at');
create trigger audit_update after update on manual_calls referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('manualCall', 'communication_id', '', 'answered_at');

create table message_job_cases (
  customer_id bigint not null,
  job_id bigint not null,
  case_id bigint not null,
  outcome text not null,
  reason text,
  next_at timestamp with time zone,
  communication_id bigint,
  channel text,
  constraint message_job_cases_pkey primary key (customer_id, job_id, case_id),
  constraint message_job_cases_channel_check check ((channel = any (array['email', 'sms', 'whatsapp']))),
  constraint message_job_cases_check check (((reason is not null) = (outcome = 'refused'))),
  constraint message_job_cases_check1 check (((communication_id is null) = (outcome = 'refused'))),
  constraint message_job_cases_outcome_check check ((outcome = any (array['sent', 'planned', 'takenBack', 'refused']))),
  constraint message_job_cases_customer_id_job_id_fkey foreign key (customer_id, job_id) references message_jobs(customer_id, id) on delete cascade
);
alter table message_job_cases enable row level security;
create policy served on message_job_cases for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table message_jobs (
  customer_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  username text not null,
  channel text not null,
  template_id bigint not null,
  template_name text not null,
  revision_id bigint not null,
  filter jsonb not null,
  plan jsonb not null,
  last_id bigint not null,
  send_at timestamp with time zone,
  state text default 'waiting' not null,
  total integer not null,
  done integer default 0 not null,
  reached bigint default 0 not null,
  undo_entry_id bigint,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint message_jobs_pkey primary key (customer_id, id),
  constraint message_jobs_id_key unique (id),
  constraint message_jobs_channel_check check ((channel = any (array['email', 'sms', 'whatsapp']))),
  constraint message_jobs_state_check check ((state = any (array['waiting', 'running', 'done', 'failed', 'cancelled', 'refused']))),
  constraint message_jobs_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint message_jobs_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index message_jobs_newest on message_jobs (customer_id, created_at);
alter table message_jobs enable row level security;
create policy served on message_jobs for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on message_jobs referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('messageJob', 'id', '', 'done,reached,total,last_id,finished_at,undo_entry_id');
create trigger audit_insert after insert on message_jobs referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('messageJob', 'id', '', 'done,reached,total,last_id,finished_at,undo_entry_id');
create trigger audit_update after update on message_jobs referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('messageJob', 'id', '', 'done,reached,total,last_id,finished_at,undo_entry_id');

create table missed_offers (
  customer_id bigint not null,
  communication_id bigint not null,
  leg smallint not null,
  user_id bigint,
  at timestamp with time zone not null,
  id bigint generated always as identity,
  constraint missed_offers_pkey primary key (customer_id, id),
  constraint missed_offers_customer_id_communication_id_leg_fkey foreign key (customer_id, communication_id, leg) references queue_calls(customer_id, communication_id, leg) on delete cascade,
  constraint missed_offers_user_id_fkey foreign key (user_id) references users(id) on delete set null
);
create index missed_offers_of_call on missed_offers (customer_id, communication_id, leg);
create index missed_offers_of_user on missed_offers (user_id) where (user_id is not null);
alter table missed_offers enable row level security;
create policy served on missed_offers for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table money_changes (
  customer_id bigint not null,
  id bigint generated always as identity,
  batch_id bigint not null,
  currency character(3) not null,
  day date not null,
  cases integer default 0 not null,
  open_cases integer default 0 not null,
  claimed_cents bigint default 0 not null,
  outstanding_cents bigint default 0 not null,
  paid_cents bigint default 0 not null,
  paid_soon_cents bigint default 0 not null,
  promises integer default 0 not null,
  promised_cents bigint default 0 not null,
  broken integer default 0 not null,
  receipts integer default 0 not null,
  received_cents bigint default 0 not null,
  barred integer default 0 not null,
  constraint money_changes_pkey primary key (customer_id, id),
  constraint money_changes_customer_id_batch_id_fkey foreign key (customer_id, batch_id) references batches(customer_id, id) on delete cascade
);
alter table money_changes enable row level security;
create policy served on money_changes for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table money_days (
  customer_id bigint not null,
  script_id bigint not null,
  day date not null,
  currency character(3) not null,
  cases integer not null,
  claimed_cents bigint not null,
  paid_soon_cents bigint not null,
  promises integer not null,
  promised_cents bigint not null,
  receipts integer not null,
  received_cents bigint not null,
  barred integer default 0 not null,
  constraint money_days_pkey primary key (customer_id, script_id, day, currency),
  constraint money_days_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id) on delete cascade
) with (fillfactor=50);
alter table money_days enable row level security;
create policy served on money_days for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table notification_counts (
  customer_id bigint not null,
  user_id bigint not null,
  kind text not null,
  unread integer not null,
  constraint notification_counts_pkey primary key (customer_id, user_id, kind),
  constraint notification_counts_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint notification_counts_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
alter table notification_counts enable row level security;
create policy served on notification_counts for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table notifications (
  customer_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  kind text not null,
  cause text not null,
  case_id bigint,
  batch_id bigint,
  import_id bigint,
  by_user text default '' not null,
  moment timestamp with time zone,
  at timestamp with time zone not null,
  read_at timestamp with time zone,
  by_mail boolean not null,
  mailed_at timestamp with time zone,
  channel_id bigint,
  provider_id bigint,
  file_id bigint,
  delivery_id bigint,
  constraint notifications_pkey primary key (customer_id, id),
  constraint notifications_customer_id_user_id_cause_key unique (customer_id, user_id, cause),
  constraint notifications_cause_check check (((length(cause) >= 1) and (length(cause) <= 100))),
  constraint notifications_kind_check check (((length(kind) >= 1) and (length(kind) <= 40))),
  constraint notifications_customer_id_batch_id_fkey foreign key (customer_id, batch_id) references batches(customer_id, id) on delete cascade,
  constraint notifications_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id) on delete cascade,
  constraint notifications_customer_id_channel_id_fkey foreign key (customer_id, channel_id) references chat_channels(customer_id, id) on delete cascade,
  constraint notifications_customer_id_delivery_id_fkey foreign key (customer_id, delivery_id) references file_deliveries(customer_id, id) on delete cascade,
  constraint notifications_customer_id_file_id_fkey foreign key (customer_id, file_id) references files(customer_id, id) on delete cascade,
  constraint notifications_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint notifications_customer_id_import_id_fkey foreign key (customer_id, import_id) references imports(customer_id, id) on delete cascade,
  constraint notifications_customer_id_provider_id_fkey foreign key (customer_id, provider_id) references providers(customer_id, id) on delete cascade,
  constraint notifications_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index notifications_batch on notifications (customer_id, batch_id) where (batch_id is not null);
create index notifications_case on notifications (customer_id, case_id) where (case_id is not null);
create index notifications_channel on notifications (customer_id, channel_id) where (channel_id is not null);
create index notifications_delivery on notifications (customer_id, delivery_id) where (delivery_id is not null);
create index notifications_file on notifications (customer_id, file_id) where (file_id is not null);
create index notifications_import on notifications (customer_id, import_id) where (import_id is not null);
create index notifications_mailed on notifications (user_id, mailed_at) where (mailed_at is not null);
create index notifications_of_user on notifications (customer_id, user_id, id desc);
create index notifications_old on notifications (at);
create index notifications_provider on notifications (customer_id, provider_id) where (provider_id is not null);
create index notifications_to_mail on notifications (user_id) where (by_mail and (mailed_at is null));
create index notifications_unread on notifications (customer_id, user_id, id) where (read_at is null);
alter table notifications enable row level security;
create policy served on notifications for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger count_notifications_deleted after delete on notifications referencing old table as old_rows for each statement execute function count_notifications();
create trigger count_notifications_inserted after insert on notifications referencing new table as new_rows for each statement execute function count_notifications();
create trigger count_notifications_updated after update on notifications referencing old table as old_rows new table as new_rows for each statement execute function count_notifications();

create table number_checks (
  customer_id bigint not null,
  number text not null,
  provider_id bigint,
  asked_at timestamp with time zone not null,
  tried_at timestamp with time zone,
  ref text default '' not null,
  state text,
  network text default '' not null,
  skipped integer default 0 not null,
  saved_cents numeric default 0 not null,
  constraint number_checks_pkey primary key (customer_id, number),
  constraint number_checks_state_check check ((state = any (array['active', 'absent', 'unknown', 'failed'])))
);
create index number_checks_open on number_checks (asked_at) where (state is null);
alter table number_checks enable row level security;
create policy served on number_checks for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table outbox (
  customer_id bigint not null,
  communication_id bigint not null,
  case_id bigint not null,
  batch_id bigint not null,
  channel text not null,
  state text default 'queued' not null,
  next_at timestamp with time zone default now() not null,
  owner bigint,
  attempts smallint default 0 not null,
  started_at timestamp with time zone,
  uses_capacity boolean generated always as (((channel <> 'email') and ((state <> 'queued') or (started_at is not null)))) stored not null,
  manual boolean default false not null,
  for_promise boolean default false not null,
  priority smallint default 3 not null,
  constraint outbox_pkey primary key (customer_id, communication_id),
  constraint outbox_check check (((owner is null) = (state = 'queued'))),
  constraint outbox_priority_check check (((priority >= 1) and (priority <= 5))),
  constraint outbox_state_check check ((state = any (array['queued', 'claimed', 'started']))),
  constraint outbox_customer_id_communication_id_fkey foreign key (customer_id, communication_id) references communications(customer_id, id) on delete cascade
) with (fillfactor=50);
create index outbox_by_priority on outbox (channel, customer_id, batch_id, priority, next_at, communication_id);
create index outbox_capacity on outbox (customer_id, batch_id) where uses_capacity;
create index outbox_due on outbox (channel, customer_id, batch_id, next_at, communication_id);
create index outbox_manual on outbox (customer_id, communication_id) where manual;
alter table outbox enable row level security;
create policy served on outbox for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));

create table outgoing_webhooks (
  id bigint generated always as identity,
  customer_id bigint not null,
  name text not null,
  url text not null,
  types text[] not null,
  secret bytea not null,
  former_secret bytea,
  former_secret_until timestamp with time zone,
  is_on boolean default true not null,
  off_reason text,
  failing_since timestamp with time zone,
  last_sent_at timestamp with time zone,
  version integer default 1 not null,
  constraint outgoing_webhooks_pkey primary key (id),
  constraint outgoing_webhooks_customer_id_id_key unique (customer_id, id),
  constraint outgoing_webhooks_check check ((is_on = (off_reason is null))),
  constraint outgoing_webhooks_check1 check (((former_secret is null) = (former_secret_until is null))),
  constraint outgoing_webhooks_name_check check ((name <> '')),
  constraint outgoing_webhooks_off_reason_check check ((off_reason = any (array['person', 'gone', 'failing']))),
  constraint outgoing_webhooks_types_check check ((cardinality(types) > 0)),
  constraint outgoing_webhooks_customer_id_fkey foreign key (customer_id) references customers(id)
);
create unique index outgoing_webhooks_by_name on outgoing_webhooks (customer_id, lower(name));
alter table outgoing_webhooks enable row level security;
create policy served on outgoing_webhooks for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on outgoing_webhooks referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('outgoingWebhook', 'id', 'secret,former_secret', 'version,failing_since,last_sent_at');
create trigger audit_insert after insert on outgoing_webhooks referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('outgoingWebhook', 'id', 'secret,former_secret', 'version,failing_since,last_sent_at');
create trigger audit_update after update on outgoing_webhooks referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('outgoingWebhook', 'id', 'secret,former_secret', 'version,failing_since,last_sent_at');

create table passkeys (
  id bigint generated always as identity,
  user_id bigint not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint default 0 not null,
  transports text[] default '{}'[] not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey primary key (id),
  constraint passkeys_credential_id_key unique (credential_id),
  constraint passkeys_name_check check (((length(name) >= 1) and (length(name) <= 60))),
  constraint passkeys_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index passkeys_user on passkeys (user_id);
create trigger audit_delete after delete on passkeys referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('passkey', 'id', 'public_key,credential_id', 'counter,last_used_at,transports');
create trigger audit_insert after insert on passkeys referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('passkey', 'id', 'public_key,credential_id', 'counter,last_used_at,transports');
create trigger audit_update after update on passkeys referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('passkey', 'id', 'public_key,credential_id', 'counter,last_used_at,transports');
create trigger passkey_changed after insert or delete on passkeys for each row execute function notify_callers_changed();

create table password_links (
  token_hash bytea not null,
  user_id bigint not null,
  kind text not null,
  sent_to text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint password_links_pkey primary key (token_hash),
  constraint password_links_kind_check check ((kind = any (array['reset', 'invite']))),
  constraint password_links_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index password_links_user on password_links (user_id, kind);
create trigger audit_delete after delete on password_links referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('passwordLink', 'user_id,kind', '', 'token_hash');
create trigger audit_insert after insert on password_links referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('passwordLink', 'user_id,kind', '', 'token_hash');
create trigger audit_update after update on password_links referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('passwordLink', 'user_id,kind', '', 'token_hash');

create table payment_attempts (
  provider text not null,
  provider_ref text not null,
  customer_id bigint not null,
  payment_link_id bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint payment_attempts_pkey primary key (provider, provider_ref),
  constraint payment_attempts_customer_id_payment_link_id_fkey foreign key (customer_id, payment_link_id) references payment_links(customer_id, id)
);
alter table payment_attempts enable row level security;
create policy served on payment_attempts for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));

create table payment_events (
  customer_id bigint not null,
  payment_link_id bigint not null,
  id bigint generated always as identity,
  at timestamp with time zone default now() not null,
  state text not null,
  detail jsonb default '{}'::jsonb not null,
  constraint payment_events_pkey primary key (customer_id, payment_link_id, id, at)
) partition by range (at);
alter table payment_events enable row level security;
create policy served on payment_events for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));

create table payment_link_changes (
  customer_id bigint not null,
  id bigint generated always as identity,
  batch_id bigint not null,
  day date not null,
  currency character(3) not null,
  state text not null,
  has_ended boolean not null,
  reached smallint not null,
  marked boolean not null,
  links integer not null,
  cents bigint not null,
  constraint payment_link_changes_pkey primary key (customer_id, id),
  constraint payment_link_changes_customer_id_batch_id_fkey foreign key (customer_id, batch_id) references batches(customer_id, id) on delete cascade
);
alter table payment_link_changes enable row level security;
create policy served on payment_link_changes for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table payment_link_days (
  customer_id bigint not null,
  script_id bigint not null,
  day date not null,
  currency character(3) not null,
  state text not null,
  has_ended boolean not null,
  reached smallint not null,
  marked boolean not null,
  links integer not null,
  cents bigint not null,
  constraint payment_link_days_pkey primary key (customer_id, day, script_id, currency, state, has_ended, reached, marked),
  constraint payment_link_days_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id) on delete cascade
) with (fillfactor=50);
alter table payment_link_days enable row level security;
create policy served on payment_link_days for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table payment_links (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  batch_id bigint not null,
  token text not null,
  idempotency_key text not null,
  amount_cents bigint not null,
  currency character(3) default 'EUR'::bpchar not null,
  state text default 'created' not null,
  provider text not null,
  simulated boolean not null,
  provider_ref text,
  bank_opened_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  ended_for text,
  ended_at timestamp with time zone,
  ended_from text,
  ended_by_undo_entry bigint,
  request_kind text,
  is_part boolean default false not null,
  reached smallint default 0 not null,
  marked boolean default false not null,
  constraint payment_links_pkey primary key (customer_id, id),
  constraint payment_links_id_key unique (id),
  constraint payment_links_idempotency_key_key unique (idempotency_key),
  constraint payment_links_token_key unique (token),
  constraint payment_links_amount_cents_check check (((amount_cents >= 1) and (amount_cents <= 5000000))),
  constraint payment_links_check check ((((ended_for is null) = (ended_at is null)) and ((ended_for is null) = (ended_from is null)))),
  constraint payment_links_ended_for_check check ((ended_for = any (array['batchClosed', 'amountChanged', 'paymentBooked', 'paid', 'deleted', 'provider', 'handedOver']))),
  constraint payment_links_reached_check check (((reached >= 0) and (reached <= 2))),
  constraint payment_links_request_kind_check check ((request_kind = any (array['acceptemail', 'mailtopay']))),
  constraint payment_links_state_check check ((state = any (array['created', 'link_clicked', 'bank_opened', 'in_progress', 'paid', 'expired', 'canceled']))),
  constraint payment_links_token_check check ((length(token) = 22)),
  constraint payment_links_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id)
);
create index payment_links_case on payment_links (customer_id, case_id, id);
create index payment_links_ended on payment_links (customer_id, ended_by_undo_entry) where (ended_by_undo_entry is not null);
create index payment_links_few on payment_links (customer_id, created_at, id) where ((state = any (array['in_progress', 'canceled'])) or marked);
create index payment_links_made on payment_links (customer_id, created_at);
create index payment_links_open on payment_links (customer_id, batch_id, id) where ((state <> all (array['paid', 'expired'])) and (ended_at is null));
create index payment_links_paid on payment_links (customer_id, created_at) include (paid_at, batch_id, currency) where ((state = 'paid') and (not marked));
create unique index payment_links_provider_ref on payment_links (provider, provider_ref) where (provider_ref is not null);
alter table payment_links enable row level security;
create policy served on payment_links for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger count_payment_links_inserted after insert on payment_links referencing new table as new_rows for each statement execute function count_payment_links();
create trigger keep_payment_links_inserted after insert on payment_links referencing new table as new_rows for each statement execute function keep_payment_links();
create trigger keep_payment_links_updated after update on payment_links referencing old table as old_rows new table as new_rows for each statement execute function keep_payment_links();

create table payment_promise_parts (
  customer_id bigint not null,
  promise_id bigint not null,
  no integer not null,
  due date not null,
  amount_cents bigint not null,
  state text default 'open' not null,
  payment_link_id bigint,
  asked_at timestamp with time zone,
  ask_from timestamp with time zone,
  moved_from date,
  late_after date,
  reminded_at timestamp with time zone,
  constraint payment_promise_parts_pkey primary key (customer_id, promise_id, no),
  constraint payment_promise_parts_amount_cents_check check ((amount_cents > 0)),
  constraint payment_promise_parts_check check ((late_after >= due)),
  constraint payment_promise_parts_state_check check ((state = any (array['open', 'paid', 'late']))),
  constraint payment_promise_parts_customer_id_payment_link_id_fkey foreign key (customer_id, payment_link_id) references payment_links(customer_id, id),
  constraint payment_promise_parts_customer_id_promise_id_fkey foreign key (customer_id, promise_id) references payment_promises(customer_id, id) on delete cascade
);
create index payment_promise_parts_due on payment_promise_parts (due) where (state = 'open');
create index payment_promise_parts_link on payment_promise_parts (customer_id, payment_link_id) where (payment_link_id is not null);
alter table payment_promise_parts enable row level security;
create policy served on payment_promise_parts for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on payment_promise_parts referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('promisePart', 'promise_id,no', '', '');
create trigger audit_insert after insert on payment_promise_parts referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('promisePart', 'promise_id,no', '', '');
create trigger audit_update after update on payment_promise_parts referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('promisePart', 'promise_id,no', '', '');
create trigger keep_promise_parts_inserted after insert on payment_promise_parts referencing new table as new_rows for each statement execute function keep_promise_parts();

create table payment_promises (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  kind text not null,
  state text default 'open' not null,
  by_user text not null,
  at timestamp with time zone default now() not null,
  ended_by_closing boolean default false not null,
  missed_instalment text,
  asks_by_link boolean default false not null,
  constraint payment_promises_pkey primary key (customer_id, id),
  constraint payment_promises_ended_check check (((not ended_by_closing) or (state = any (array['kept', 'cancelled'])))),
  constraint payment_promises_kind_check check ((kind = any (array['promise', 'plan']))),
  constraint payment_promises_missed_instalment_check check ((missed_instalment = any (array['remind', 'move', 'end']))),
  constraint payment_promises_state_check check ((state = any (array['open', 'kept', 'broken', 'cancelled']))),
  constraint payment_promises_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id) on delete cascade
);
create index payment_promises_awaited on payment_promises (customer_id, by_user, id) where (state = 'open');
create index payment_promises_broken on payment_promises (customer_id, by_user, id) where (state = 'broken');
create index payment_promises_case on payment_promises (customer_id, case_id, id);
create unique index payment_promises_open on payment_promises (customer_id, case_id) where (state = 'open');
create index payment_promises_taken on payment_promises (customer_id, by_user, at);
alter table payment_promises enable row level security;
create policy served on payment_promises for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on payment_promises referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('promise', 'id', '', '');
create trigger audit_insert after insert on payment_promises referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('promise', 'id', '', '');
create trigger audit_update after update on payment_promises referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('promise', 'id', '', '');
create trigger keep_promises_updated after update on payment_promises referencing new table as new_rows for each statement execute function keep_promises();

create table payment_requests (
  customer_id bigint not null,
  payment_link_id bigint not null,
  template_id bigint,
  state text default 'waiting' not null,
  asked_at timestamp with time zone,
  tries integer default 0 not null,
  next_at timestamp with time zone,
  provider_ref text,
  page_url text,
  image_urls text[] default '{}'[] not null,
  provider_status text default '' not null,
  is_status_known boolean default true not null,
  checked_at timestamp with time zone,
  withdrawal text,
  image_token text not null,
  constraint payment_requests_pkey primary key (customer_id, payment_link_id),
  constraint payment_requests_image_token_key unique (image_token),
  constraint payment_requests_check check (((state = 'made') = ((provider_ref is not null) and (page_url is not null)))),
  constraint payment_requests_image_token_check check ((length(image_token) = 22)),
  constraint payment_requests_state_check check ((state = any (array['waiting', 'made', 'refused']))),
  constraint payment_requests_withdrawal_check check ((withdrawal = any (array['told', 'untold']))),
  constraint payment_requests_customer_id_payment_link_id_fkey foreign key (customer_id, payment_link_id) references payment_links(customer_id, id) on delete cascade
);
create index payment_requests_due on payment_requests (next_at) where (next_at is not null);
alter table payment_requests enable row level security;
create policy served on payment_requests for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table payments (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  payment_link_id bigint,
  amount_cents bigint not null,
  currency character(3) not null,
  paid_on date not null,
  note text default '' not null,
  booked_by text,
  at timestamp with time zone not null,
  undo_entry_id bigint,
  withdrawn_at timestamp with time zone,
  method text,
  withdrawn_by text,
  withdrawn_reason text default '' not null,
  bank_entry_id bigint,
  batch_id bigint not null,
  constraint payments_pkey primary key (customer_id, id),
  constraint payments_id_key unique (id),
  constraint payments_amount_cents_check check (((amount_cents >= 1) and (amount_cents <= 100000000))),
  constraint payments_check check (((payment_link_id is not null) or (booked_by is not null))),
  constraint payments_check1 check (((bank_entry_id is null) or (method = 'bank'))),
  constraint payments_method_check check ((method = any (array['bank', 'cash', 'card', 'other']))),
  constraint payments_method_check1 check (((booked_by is null) = (method is null))),
  constraint payments_note_check check ((length(note) <= 4000)),
  constraint payments_withdrawn_reason_check check ((length(withdrawn_reason) <= 500)),
  constraint payments_customer_id_bank_entry_id_fkey foreign key (customer_id, bank_entry_id) references bank_entries(customer_id, id),
  constraint payments_customer_id_case_id_fkey foreign key (customer_id, case_id) references cases(customer_id, id),
  constraint payments_customer_id_payment_link_id_fkey foreign key (customer_id, payment_link_id) references payment_links(customer_id, id)
);
create index payments_at on payments (customer_id, at);
create unique index payments_bank_entry on payments (customer_id, bank_entry_id) where ((bank_entry_id is not null) and (withdrawn_at is null));
create index payments_case on payments (customer_id, case_id, id);
create index payments_counted on payments (customer_id, paid_on, at, id) include (case_id, batch_id, currency, amount_cents, payment_link_id, booked_by) where (withdrawn_at is null);
create index payments_of_bank_entry on payments (customer_id, bank_entry_id) where (bank_entry_id is not null);
create index payments_undo on payments (customer_id, undo_entry_id) where (undo_entry_id is not null);
alter table payments enable row level security;
create policy served on payments for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on payments referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('payment', 'id', 'note,withdrawn_reason', '');
create trigger audit_insert after insert on payments referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('payment', 'id', 'note,withdrawn_reason', '');
create trigger audit_update after update on payments referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('payment', 'id', 'note,withdrawn_reason', '');
create trigger keep_booked_entries_inserted after insert on payments referencing new table as new_rows for each statement execute function keep_booked_entries();
create trigger keep_booked_entries_updated after update on payments referencing new table as new_rows for each statement execute function keep_booked_entries();
create trigger keep_payments_inserted after insert on payments referencing new table as new_rows for each statement execute function keep_payments();
create trigger keep_payments_updated after update on payments referencing old table as old_rows new table as new_rows for each statement execute function keep_payments();
create trigger keep_variants_paid_inserted after insert on payments referencing new table as new_rows for each statement execute function keep_variants_paid();
create trigger keep_variants_paid_updated after update on payments referencing new table as new_rows for each statement execute function keep_variants_paid();
create trigger payment_batch_named before insert on payments for each row when ((new.batch_id is null)) execute function name_batch_of_payment();

create unlogged table presence (
  customer_id bigint not null,
  case_id bigint not null,
  user_id bigint not null,
  socket text not null,
  editing boolean default false not null,
  since timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  constraint presence_pkey primary key (customer_id, case_id, socket)
);
create index presence_seen on presence (seen_at);
alter table presence enable row level security;
create policy served on presence for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));

create table print_batches (
  customer_id bigint not null,
  id bigint generated always as identity,
  made_at timestamp with time zone not null,
  attempts integer default 0 not null,
  claimed_until timestamp with time zone,
  failed_at timestamp with time zone,
  index_at timestamp with time zone,
  done_at timestamp with time zone,
  constraint print_batches_pkey primary key (customer_id, id),
  constraint print_batches_customer_id_fkey foreign key (customer_id) references customers(id)
);
create index print_batches_open on print_batches (claimed_until) where (done_at is null);
alter table print_batches enable row level security;
create policy served on print_batches for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table print_shops (
  customer_id bigint not null,
  is_on boolean default false not null,
  kind text default 'folder' not null,
  host text default '' not null,
  port integer default 22 not null,
  username text default '' not null,
  sign_in text default 'password' not null,
  secret bytea,
  host_key text,
  folder text default '' not null,
  fault text,
  failing_since timestamp with time zone,
  version integer default 1 not null,
  letter_cents integer,
  constraint print_shops_pkey primary key (customer_id),
  constraint print_shops_check check (((kind = 'folder') or ((host <> '') and (username <> '')))),
  constraint print_shops_kind_check check ((kind = any (array['folder', 'sftp']))),
  constraint print_shops_letter_cents_check check (((letter_cents >= 0) and (letter_cents <= 100000))),
  constraint print_shops_sign_in_check check ((sign_in = any (array['password', 'key']))),
  constraint print_shops_customer_id_fkey foreign key (customer_id) references customers(id)
);
alter table print_shops enable row level security;
create policy served on print_shops for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on print_shops referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('printShop', 'customer_id', 'secret', 'version,fault,failing_since');
create trigger audit_insert after insert on print_shops referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('printShop', 'customer_id', 'secret', 'version,fault,failing_since');
create trigger audit_update after update on print_shops referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('printShop', 'customer_id', 'secret', 'version,fault,failing_since');

create table privacy_requests (
  customer_id bigint not null,
  id bigint generated always as identity,
  kind text not null,
  state text default 'open' not null,
  case_ids bigint[] not null,
  received_on date not null,
  due_on date not null,
  extended_on date,
  extension_reason text,
  identified_by text not null,
  registered_at timestamp with time zone not null,
  registered_by text not null,
  handled_at timestamp with time zone,
  handled_by text,
  refusal_reason text,
  outcome jsonb,
  file_id bigint,
  version integer default 1 not null,
  constraint privacy_requests_pkey primary key (customer_id, id),
  constraint privacy_requests_id_key unique (id),
  constraint privacy_requests_case_ids_check check (((cardinality(case_ids) >= 1) and (cardinality(case_ids) <= 100))),
  constraint privacy_requests_check check ((due_on > received_on)),
  constraint privacy_requests_check1 check (((extended_on is null) = (extension_reason is null))),
  constraint privacy_requests_check2 check (((state = any (array['done', 'refused'])) = (handled_at is not null))),
  constraint privacy_requests_check3 check (((state = 'refused') = (refusal_reason is not null))),
  constraint privacy_requests_extension_reason_check check (((length(extension_reason) >= 1) and (length(extension_reason) <= 500))),
  constraint privacy_requests_identified_by_check check ((identified_by = any (array['document', 'knownDetails', 'knownAddress', 'representative']))),
  constraint privacy_requests_kind_check check ((kind = any (array['access', 'erasure']))),
  constraint privacy_requests_refusal_reason_check check (((length(refusal_reason) >= 1) and (length(refusal_reason) <= 1000))),
  constraint privacy_requests_state_check check ((state = any (array['open', 'working', 'done', 'refused']))),
  constraint privacy_requests_customer_id_file_id_fkey foreign key (customer_id, file_id) references files(customer_id, id),
  constraint privacy_requests_customer_id_fkey foreign key (customer_id) references customers(id)
);
create index privacy_requests_newest on privacy_requests (customer_id, id);
create index privacy_requests_open on privacy_requests (customer_id, due_on, id) where (state = any (array['open', 'working']));
alter table privacy_requests enable row level security;
create policy served on privacy_requests for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on privacy_requests referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('privacyRequest', 'id', '', 'version,registered_at,registered_by,handled_at,handled_by');
create trigger audit_insert after insert on privacy_requests referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('privacyRequest', 'id', '', 'version,registered_at,registered_by,handled_at,handled_by');
create trigger audit_update after update on privacy_requests referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('privacyRequest', 'id', '', 'version,registered_at,registered_by,handled_at,handled_by');

create table provider_connects (
  state_hash bytea not null,
  customer_id bigint not null,
  provider_id bigint not null,
  provider_version integer not null,
  session_id bigint not null,
  verifier bytea not null,
  expires_at timestamp with time zone not null,
  constraint provider_connects_pkey primary key (state_hash),
  constraint provider_connects_customer_id_provider_id_fkey foreign key (customer_id, provider_id) references providers(customer_id, id) on delete cascade
);
create index provider_connects_of on provider_connects (customer_id, provider_id);
create index provider_connects_old on provider_connects (expires_at);
alter table provider_connects enable row level security;
create policy served on provider_connects for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table provider_events (
  provider text not null,
  event_key text not null,
  at timestamp with time zone default now() not null,
  payload jsonb not null,
  constraint provider_events_pkey primary key (provider, event_key)
);

create table provider_grants (
  customer_id bigint not null,
  provider_id bigint not null,
  refresh_token bytea not null,
  access_token bytea not null,
  access_at timestamp with time zone not null,
  access_until timestamp with time zone not null,
  ends_at timestamp with time zone,
  granted_at timestamp with time zone not null,
  granted_by text not null,
  refused_at timestamp with time zone,
  refused_text text default '' not null,
  renewing_until timestamp with time zone,
  constraint provider_grants_pkey primary key (customer_id, provider_id),
  constraint provider_grants_refused_text_check check ((length(refused_text) <= 300)),
  constraint provider_grants_customer_id_provider_id_fkey foreign key (customer_id, provider_id) references providers(customer_id, id) on delete cascade
);
alter table provider_grants enable row level security;
create policy served on provider_grants for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table provider_health (
  customer_id bigint not null,
  channel text not null,
  provider_id bigint not null,
  ok_at timestamp with time zone,
  failed_at timestamp with time zone,
  fault text default '' not null,
  code text default '' not null,
  constraint provider_health_pkey primary key (customer_id, channel, provider_id),
  constraint provider_health_channel_check check ((channel = any (array['call', 'email', 'sms', 'whatsapp']))),
  constraint provider_health_code_check check ((length(code) <= 40)),
  constraint provider_health_fault_check check ((length(fault) <= 40)),
  constraint provider_health_customer_id_fkey foreign key (customer_id) references customers(id) on delete cascade
);
alter table provider_health enable row level security;
create policy served on provider_health for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table provider_prices (
  customer_id bigint not null,
  provider_id bigint not null,
  from_day date not null,
  each_hundredths integer,
  minute_hundredths integer,
  constraint provider_prices_pkey primary key (customer_id, provider_id, from_day),
  constraint provider_prices_each_hundredths_check check ((each_hundredths >= 0)),
  constraint provider_prices_minute_hundredths_check check ((minute_hundredths >= 0)),
  constraint provider_prices_customer_id_fkey foreign key (customer_id) references customers(id)
);
alter table provider_prices enable row level security;
create policy served on provider_prices for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on provider_prices referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('provider', 'provider_id', '', '');
create trigger audit_insert after insert on provider_prices referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('provider', 'provider_id', '', '');
create trigger audit_update after update on provider_prices referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('provider', 'provider_id', '', '');

create table provider_troubles (
  customer_id bigint not null,
  provider_id bigint not null,
  since timestamp with time zone not null,
  probed_at timestamp with time zone not null,
  constraint provider_troubles_pkey primary key (customer_id, provider_id),
  constraint provider_troubles_customer_id_provider_id_fkey foreign key (customer_id, provider_id) references providers(customer_id, id) on delete cascade
);
alter table provider_troubles enable row level security;
create policy served on provider_troubles for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table providers (
  customer_id bigint not null,
  id bigint generated always as identity,
  channel text not null,
  kind text not null,
  name text not null,
  settings jsonb default '{}'::jsonb not null,
  secret bytea,
  state text default 'active' not null,
  is_default boolean default false not null,
  tested_at timestamp with time zone,
  test_text text default '' not null,
  version integer default 1 not null,
  test_fault text,
  dkim_key bytea,
  is_backup boolean default false not null,
  template_id bigint,
  constraint providers_pkey primary key (customer_id, id),
  constraint providers_id_key unique (id),
  constraint providers_backup_check check (((not is_backup) or ((channel = 'sms') and (not is_default)))),
  constraint providers_channel_check check ((channel = any (array['call', 'email', 'sms', 'whatsapp', 'payment', 'acceptemail', 'mailtopay']))),
  constraint providers_default_sends check ((not ((kind = any (array['imap', 'speech-http'])) and is_default))),
  constraint providers_kind_check check ((kind = any (array['simulated', 'smtp', 'imap', 'smpp', 'cm', 'messagebird', 'twilio', 'whatsapp-cloud', 'web-pairing', 'speech-http', 'asterisk', 'mollie', 'acceptemail', 'mailtopay']))),
  constraint providers_name_check check (((length(name) >= 1) and (length(name) <= 60))),
  constraint providers_state_check check ((state = any (array['active', 'off', 'failing']))),
  constraint providers_template_check check (((template_id is null) or ((kind = 'smtp') and (not is_default) and (not is_backup)))),
  constraint providers_test_fault_check check ((test_fault = any (array['notAllowed', 'unreachable', 'certificate', 'noTls', 'signIn', 'reconnect', 'answer']))),
  constraint providers_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint providers_customer_id_template_id_fkey foreign key (customer_id, template_id) references templates(customer_id, id) on delete cascade
);
create unique index providers_backup on providers (customer_id, channel) where is_backup;
create unique index providers_default on providers (customer_id, channel) where is_default;
create unique index providers_name on providers (customer_id, channel, lower(name));
create unique index providers_pairing on providers (customer_id) where (kind = 'web-pairing');
create unique index providers_template on providers (customer_id, template_id) where (template_id is not null);
alter table providers enable row level security;
create policy served on providers for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on providers referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('provider', 'id', 'secret,dkim_key', 'tested_at,test_fault,test_text,version');
create trigger audit_insert after insert on providers referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('provider', 'id', 'secret,dkim_key', 'tested_at,test_fault,test_text,version');
create trigger audit_update after update on providers referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('provider', 'id', 'secret,dkim_key', 'tested_at,test_fault,test_text,version');

create table queue_calls (
  customer_id bigint not null,
  communication_id bigint not null,
  case_id bigint,
  queue_id bigint not null,
  state text not null,
  entered_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  ended_at timestamp with time zone,
  user_id bigint,
  after_from timestamp with time zone,
  after_until timestamp with time zone,
  refused boolean default false not null,
  leg smallint default 1 not null,
  inbound boolean default false not null,
  rings_until timestamp with time zone,
  returned boolean default false not null,
  constraint queue_calls_pkey primary key (customer_id, communication_id, leg),
  constraint queue_calls_check check (((state = any (array['done', 'abandoned'])) = (ended_at is not null))),
  constraint queue_calls_check1 check (((state = any (array['answered', 'done'])) = (answered_at is not null))),
  constraint queue_calls_check2 check (((after_until is null) or (after_until >= after_from))),
  constraint queue_calls_check3 check (((after_from is not null) or (after_until is null))),
  constraint queue_calls_check4 check (((not refused) or (state = 'abandoned'))),
  constraint queue_calls_leg_check check ((leg >= 1)),
  constraint queue_calls_state_check check ((state = any (array['waiting', 'answered', 'done', 'abandoned']))),
  constraint queue_calls_customer_id_communication_id_fkey foreign key (customer_id, communication_id) references communications(customer_id, id) on delete cascade,
  constraint queue_calls_customer_id_queue_id_fkey foreign key (customer_id, queue_id) references queues(customer_id, id) on delete cascade,
  constraint queue_calls_user_id_fkey foreign key (user_id) references users(id) on delete set null
);
create index queue_calls_entered on queue_calls (customer_id, queue_id, entered_at);
create index queue_calls_of_user on queue_calls (user_id, answered_at) where (user_id is not null);
create index queue_calls_refused on queue_calls (customer_id, communication_id) where refused;
create index queue_calls_reported on queue_calls (customer_id, entered_at) include (queue_id, state, answered_at, ended_at, after_from, after_until, user_id);
create index queue_calls_ringing on queue_calls (rings_until) where (rings_until is not null);
create index queue_calls_standing on queue_calls (customer_id, queue_id, entered_at) where (state = any (array['waiting', 'answered']));
create unique index queue_calls_standing_once on queue_calls (customer_id, communication_id) where (state = any (array['waiting', 'answered']));
alter table queue_calls enable row level security;
create policy served on queue_calls for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table queue_members (
  customer_id bigint not null,
  queue_id bigint not null,
  team_id bigint not null,
  user_id bigint not null,
  constraint queue_members_pkey primary key (customer_id, queue_id, user_id),
  constraint queue_members_customer_id_queue_id_team_id_fkey foreign key (customer_id, queue_id, team_id) references queues(customer_id, id, team_id) on delete cascade,
  constraint queue_members_customer_id_team_id_user_id_fkey foreign key (customer_id, team_id, user_id) references team_members(customer_id, team_id, user_id) on delete cascade
);
create index queue_members_of_team on queue_members (customer_id, team_id, user_id);
alter table queue_members enable row level security;
create policy served on queue_members for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on queue_members referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('queueMember', 'queue_id,user_id', '', 'team_id');
create trigger audit_insert after insert on queue_members referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('queueMember', 'queue_id,user_id', '', 'team_id');
create trigger audit_update after update on queue_members referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('queueMember', 'queue_id,user_id', '', 'team_id');

create table queue_numbers (
  customer_id bigint not null,
  number text not null,
  queue_id bigint not null,
  constraint queue_numbers_pkey primary key (customer_id, number),
  constraint queue_numbers_number_check check ((number ~ '^\+[0-9]{6,15}$')),
  constraint queue_numbers_customer_id_queue_id_fkey foreign key (customer_id, queue_id) references queues(customer_id, id) on delete cascade
);
create index queue_numbers_number on queue_numbers (number);
create index queue_numbers_of_queue on queue_numbers (customer_id, queue_id);
alter table queue_numbers enable row level security;
create policy served on queue_numbers for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on queue_numbers referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('queueNumber', 'number', '', '');
create trigger audit_insert after insert on queue_numbers referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('queueNumber', 'number', '', '');
create trigger audit_update after update on queue_numbers referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('queueNumber', 'number', '', '');

create table queue_scripts (
  customer_id bigint not null,
  script_id bigint not null,
  queue_id bigint not null,
  constraint queue_scripts_pkey primary key (customer_id, script_id),
  constraint queue_scripts_customer_id_queue_id_fkey foreign key (customer_id, queue_id) references queues(customer_id, id) on delete cascade,
  constraint queue_scripts_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id) on delete cascade
);
create index queue_scripts_of_queue on queue_scripts (customer_id, queue_id);
alter table queue_scripts enable row level security;
create policy served on queue_scripts for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on queue_scripts referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('queueScript', 'script_id', '', '');
create trigger audit_insert after insert on queue_scripts referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('queueScript', 'script_id', '', '');
create trigger audit_update after update on queue_scripts referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('queueScript', 'script_id', '', '');

create table queues (
  customer_id bigint not null,
  id bigint generated always as identity,
  team_id bigint not null,
  name text not null,
  number text default '' not null,
  priority integer default 5 not null,
  target_seconds integer default 20 not null,
  target_percent integer default 80 not null,
  version integer default 1 not null,
  ring_seconds integer default 20 not null,
  opening jsonb default '[]'::jsonb not null,
  texts jsonb default '{}'::jsonb not null,
  limit_seconds integer default 60 not null,
  limit_percent integer default 70 not null,
  waiting_warn integer default 5 not null,
  waiting_limit integer default 10 not null,
  alert_minutes integer default 5 not null,
  constraint queues_pkey primary key (customer_id, id),
  constraint queues_customer_id_id_team_id_key unique (customer_id, id, team_id),
  constraint queues_alert_minutes_check check (((alert_minutes >= 1) and (alert_minutes <= 60))),
  constraint queues_check check (((limit_seconds >= target_seconds) and (limit_percent <= target_percent) and (waiting_limit >= waiting_warn))),
  constraint queues_limit_percent_check check (((limit_percent >= 0) and (limit_percent <= 100))),
  constraint queues_limit_seconds_check check (((limit_seconds >= 5) and (limit_seconds <= 3600))),
  constraint queues_name_check check (((name <> '') and (length(name) <= 60))),
  constraint queues_number_check check ((number ~ '^[0-9]{0,15}$')),
  constraint queues_opening_check check ((jsonb_typeof(opening) = 'array')),
  constraint queues_priority_check check (((priority >= 1) and (priority <= 9))),
  constraint queues_ring_seconds_check check (((ring_seconds >= 5) and (ring_seconds <= 120))),
  constraint queues_target_percent_check check (((target_percent >= 1) and (target_percent <= 100))),
  constraint queues_target_seconds_check check (((target_seconds >= 5) and (target_seconds <= 600))),
  constraint queues_texts_check check ((jsonb_typeof(texts) = 'object')),
  constraint queues_waiting_limit_check check (((waiting_limit >= 0) and (waiting_limit <= 500))),
  constraint queues_waiting_warn_check check (((waiting_warn >= 0) and (waiting_warn <= 500))),
  constraint queues_customer_id_team_id_fkey foreign key (customer_id, team_id) references teams(customer_id, id)
);
create unique index queues_name on queues (customer_id, lower(name));
create unique index queues_number on queues (customer_id, number) where (number <> '');
create index queues_of_team on queues (customer_id, team_id);
alter table queues enable row level security;
create policy served on queues for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on queues referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('queue', 'id', '', 'version');
create trigger audit_insert after insert on queues referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('queue', 'id', '', 'version');
create trigger audit_update after update on queues referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('queue', 'id', '', 'version');

create table recovery_codes (
  user_id bigint not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey primary key (user_id, code_hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table request_keys (
  user_id bigint not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  body bytea,
  at timestamp with time zone default now() not null,
  rights bigint[] default '{}'::bigint[] not null,
  constraint request_keys_pkey primary key (user_id, key),
  constraint request_keys_key_check check (((length(key) >= 8) and (length(key) <= 100))),
  constraint request_keys_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index request_keys_at on request_keys (at);

create table retention_periods (
  customer_id bigint not null,
  months jsonb not null,
  changed_at timestamp with time zone not null,
  changed_by text not null,
  version integer not null,
  constraint retention_periods_pkey primary key (customer_id),
  constraint retention_periods_months_check check ((jsonb_typeof(months) = 'object')),
  constraint retention_periods_customer_id_fkey foreign key (customer_id) references customers(id) on delete cascade
);
alter table retention_periods enable row level security;
create policy served on retention_periods for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on retention_periods referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('retention', 'customer_id', '', 'version,changed_at,changed_by');
create trigger audit_insert after insert on retention_periods referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('retention', 'customer_id', '', 'version,changed_at,changed_by');
create trigger audit_update after update on retention_periods referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('retention', 'customer_id', '', 'version,changed_at,changed_by');

create table retention_runs (
  customer_id bigint not null,
  class text not null,
  day date not null,
  before timestamp with time zone not null,
  gone integer default 0 not null,
  held jsonb default '{}'::jsonb not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint retention_runs_pkey primary key (customer_id, day, class),
  constraint retention_runs_gone_check check ((gone >= 0)),
  constraint retention_runs_customer_id_fkey foreign key (customer_id) references customers(id) on delete cascade
);
alter table retention_runs enable row level security;
create policy served on retention_runs for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table right_group_members (
  group_id bigint not null,
  user_id bigint not null,
  constraint right_group_members_pkey primary key (group_id, user_id),
  constraint right_group_members_group_id_fkey foreign key (group_id) references right_groups(id) on delete cascade,
  constraint right_group_members_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index right_group_members_user on right_group_members (user_id);
create trigger audit_delete after delete on right_group_members referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('groupMember', 'group_id,user_id', '', '');
create trigger audit_insert after insert on right_group_members referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('groupMember', 'group_id,user_id', '', '');
create trigger audit_update after update on right_group_members referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('groupMember', 'group_id,user_id', '', '');
create trigger members_changed after insert or delete or update on right_group_members for each statement execute function notify_callers_changed();

create table right_group_objects (
  group_id bigint not null,
  object_id bigint not null,
  constraint right_group_objects_pkey primary key (group_id, object_id),
  constraint right_group_objects_group_id_fkey foreign key (group_id) references right_groups(id) on delete cascade,
  constraint right_group_objects_object_id_fkey foreign key (object_id) references right_objects(id) on delete cascade
);
create index right_group_objects_object on right_group_objects (object_id);
create trigger audit_delete after delete on right_group_objects referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('groupRight', 'group_id,object_id', '', '');
create trigger audit_insert after insert on right_group_objects referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('groupRight', 'group_id,object_id', '', '');
create trigger audit_update after update on right_group_objects referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('groupRight', 'group_id,object_id', '', '');
create trigger group_rights_changed after insert or delete or update on right_group_objects for each statement execute function notify_callers_changed();

create table right_groups (
  id bigint generated always as identity,
  customer_id bigint,
  name text not null,
  description text default '' not null,
  version integer default 1 not null,
  every_right boolean default false not null,
  constraint right_groups_pkey primary key (id),
  constraint right_groups_customer_id_fkey foreign key (customer_id) references customers(id)
);
create unique index right_groups_name on right_groups (coalesce(customer_id, (0)::bigint), lower(name));
alter table right_groups enable row level security;
create policy served on right_groups for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or (customer_id is null)));
create trigger audit_delete after delete on right_groups referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('group', 'id', '', 'version');
create trigger audit_insert after insert on right_groups referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('group', 'id', '', 'version');
create trigger audit_update after update on right_groups referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('group', 'id', '', 'version');

create table right_objects (
  id bigint generated always as identity,
  type_id bigint not null,
  ref text not null,
  code bigint not null,
  name_nl text not null,
  name_eng text not null,
  name_fr text not null,
  built_in boolean default false not null,
  customer_id bigint generated always as (
case
    when ((code)::text ~~ '5_%') then (substr((code)::text, 2))::bigint
    else null::bigint
end) stored,
  constraint right_objects_pkey primary key (id),
  constraint right_objects_code_key unique (code),
  constraint right_objects_type_id_ref_key unique (type_id, ref),
  constraint right_objects_ref_check check ((ref ~ '^[0-9]{1,15}$')),
  constraint right_objects_type_id_fkey foreign key (type_id) references right_types(id)
);
alter table right_objects enable row level security;
create policy served on right_objects for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or (customer_id is null)));
create trigger audit_delete after delete on right_objects referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('rightObject', 'id', '', '');
create trigger audit_insert after insert on right_objects referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('rightObject', 'id', '', '');
create trigger audit_update after update on right_objects referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('rightObject', 'id', '', '');
create trigger objects_given after insert on right_objects for each row execute function give_every_right();

create table right_types (
  id bigint generated always as identity,
  prefix smallint not null,
  name_nl text not null,
  name_eng text not null,
  name_fr text not null,
  description text default '' not null,
  constraint right_types_pkey primary key (id),
  constraint right_types_prefix_key unique (prefix),
  constraint right_types_description_check check ((length(description) <= 1000)),
  constraint right_types_prefix_check check (((prefix >= 1) and (prefix <= 9)))
);
create trigger audit_delete after delete on right_types referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('rightType', 'id', '', '');
create trigger audit_insert after insert on right_types referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('rightType', 'id', '', '');
create trigger audit_update after update on right_types referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('rightType', 'id', '', '');

create table saved_views (
  customer_id bigint not null,
  id bigint generated always as identity,
  user_id bigint,
  by_user text not null,
  list text not null,
  name text not null,
  shared boolean default false not null,
  filters jsonb not null,
  columns jsonb not null,
  version integer default 1 not null,
  changed_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint saved_views_pkey primary key (customer_id, id),
  constraint saved_views_id_key unique (id),
  constraint saved_views_list_check check ((list = any (array['cases', 'batchCases', 'batches', 'audit', 'callbacks', 'complaints', 'contacts', 'reports']))),
  constraint saved_views_name_check check (((length(name) >= 1) and (length(name) <= 60))),
  constraint saved_views_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint saved_views_user_id_fkey foreign key (user_id) references users(id) on delete set null
);
create unique index saved_views_name on saved_views (customer_id, list, user_id, lower(name)) where (removed_at is null);
create index saved_views_removed on saved_views (removed_at) where (removed_at is not null);
alter table saved_views enable row level security;
create policy served on saved_views for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on saved_views referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('savedView', 'id', 'filters,columns', 'version,changed_at,user_id');
create trigger audit_insert after insert on saved_views referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('savedView', 'id', 'filters,columns', 'version,changed_at,user_id');
create trigger audit_update after update on saved_views referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('savedView', 'id', 'filters,columns', 'version,changed_at,user_id');

create table script_checks (
  customer_id bigint not null,
  id bigint generated always as identity,
  script_id bigint not null,
  name text not null,
  subject jsonb not null,
  case_number text not null,
  simulates_from timestamp with time zone not null,
  days integer not null,
  answers jsonb not null,
  expected jsonb not null,
  created_by text not null,
  created_at timestamp with time zone default now() not null,
  constraint script_checks_pkey primary key (customer_id, id),
  constraint script_checks_days_check check (((days >= 1) and (days <= 30))),
  constraint script_checks_name_check check (((length(name) >= 1) and (length(name) <= 120))),
  constraint script_checks_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id) on delete cascade
);
create index script_checks_script on script_checks (customer_id, script_id, id);
alter table script_checks enable row level security;
create policy served on script_checks for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on script_checks referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('scriptCheck', 'id', '', 'subject,expected');
create trigger audit_insert after insert on script_checks referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('scriptCheck', 'id', '', 'subject,expected');
create trigger audit_update after update on script_checks referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('scriptCheck', 'id', '', 'subject,expected');

create table script_drafts (
  customer_id bigint not null,
  script_id bigint not null,
  steps jsonb not null,
  based_on bigint not null,
  version integer default 1 not null,
  changed_at timestamp with time zone default now() not null,
  changed_by text not null,
  constraint script_drafts_pkey primary key (customer_id, script_id),
  constraint script_drafts_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id) on delete cascade
);
alter table script_drafts enable row level security;
create policy served on script_drafts for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on script_drafts referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('scriptDraft', 'script_id', '', 'version,changed_at');
create trigger audit_insert after insert on script_drafts referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('scriptDraft', 'script_id', '', 'version,changed_at');
create trigger audit_update after update on script_drafts referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('scriptDraft', 'script_id', '', 'version,changed_at');

create table script_filters (
  customer_id bigint not null,
  id bigint generated always as identity,
  script_id bigint not null,
  name text not null,
  rules jsonb not null,
  combine text not null,
  active boolean default true not null,
  version integer default 1 not null,
  constraint script_filters_pkey primary key (customer_id, id),
  constraint script_filters_combine_check check ((combine = any (array['and', 'or']))),
  constraint script_filters_name_check check (((length(name) >= 1) and (length(name) <= 120))),
  constraint script_filters_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id) on delete cascade
);
create index script_filters_script on script_filters (customer_id, script_id);
alter table script_filters enable row level security;
create policy served on script_filters for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on script_filters referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('scriptFilter', 'id', '', 'version');
create trigger audit_insert after insert on script_filters referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('scriptFilter', 'id', '', 'version');
create trigger audit_update after update on script_filters referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('scriptFilter', 'id', '', 'version');

create table script_variables (
  customer_id bigint not null,
  script_id bigint not null,
  key text not null,
  value text default '' not null,
  standard_value text default '' not null,
  reset_daily boolean default false not null,
  reset_on date default ((now() at time zone 'Europe/Amsterdam'))::date not null,
  constraint script_variables_pkey primary key (customer_id, script_id, key),
  constraint script_variables_key_check check ((key ~ '^[a-z][a-z0-9_]{0,39}$')),
  constraint script_variables_standard_value_check check ((length(standard_value) <= 1000)),
  constraint script_variables_value_check check ((length(value) <= 1000)),
  constraint script_variables_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id) on delete cascade
);
alter table script_variables enable row level security;
create policy served on script_variables for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on script_variables referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('scriptVariable', 'script_id,key', '', 'reset_on');
create trigger audit_insert after insert on script_variables referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('scriptVariable', 'script_id,key', '', 'reset_on');
create trigger audit_update after update on script_variables referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('scriptVariable', 'script_id,key', '', 'reset_on');

create table script_versions (
  customer_id bigint not null,
  id bigint generated always as identity,
  script_id bigint not null,
  steps jsonb not null,
  created_at timestamp with time zone default now() not null,
  no integer default 0 not null,
  note text default '' not null,
  created_by text default '' not null,
  constraint script_versions_pkey primary key (customer_id, id),
  constraint script_versions_id_key unique (id),
  constraint script_versions_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id)
);
create unique index script_versions_no on script_versions (customer_id, script_id, no);
alter table script_versions enable row level security;
create policy served on script_versions for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on script_versions referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('scriptVersion', 'id', '', '');
create trigger audit_insert after insert on script_versions referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('scriptVersion', 'id', '', '');
create trigger audit_update after update on script_versions referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('scriptVersion', 'id', '', '');
create trigger script_version_numbered before insert on script_versions for each row execute function number_script_version();

create table script_windows (
  customer_id bigint not null,
  script_id bigint not null,
  window_id bigint not null,
  constraint script_windows_pkey primary key (customer_id, script_id, window_id),
  constraint script_windows_customer_id_script_id_fkey foreign key (customer_id, script_id) references scripts(customer_id, id) on delete cascade,
  constraint script_windows_customer_id_window_id_fkey foreign key (customer_id, window_id) references time_windows(customer_id, id) on delete cascade
);
create index script_windows_window on script_windows (customer_id, window_id);
alter table script_windows enable row level security;
create policy served on script_windows for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on script_windows referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('scriptWindow', 'script_id,window_id', '', '');
create trigger audit_insert after insert on script_windows referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('scriptWindow', 'script_id,window_id', '', '');
create trigger audit_update after update on script_windows referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('scriptWindow', 'script_id,window_id', '', '');
create trigger script_hours_kept after insert or delete on script_windows for each row execute function keep_script_hours();

create table scripts (
  customer_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  active boolean default true not null,
  max_lines integer default 10 not null,
  max_transfers integer default 5 not null,
  always_open boolean default false not null,
  sms_per_hour integer default 3600 not null,
  live_version_id bigint,
  import_mapping jsonb,
  created_at timestamp with time zone default now() not null,
  caller_id text default '' not null,
  voice text default '' not null,
  language text default 'nl' not null,
  voicemail_detection boolean default true not null,
  fields jsonb,
  changed_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  times_version integer default 1 not null,
  variables_version integer default 1 not null,
  mapping_version integer default 1 not null,
  fields_version integer default 1 not null,
  hours jsonb default '{"extra": [], "windows": [], "holidays": []}'::jsonb not null,
  call_provider_id bigint,
  email_provider_id bigint,
  sms_provider_id bigint,
  whatsapp_provider_id bigint,
  sms_paused boolean default false not null,
  sms_paused_until timestamp with time zone,
  sms_backup_provider_id bigint,
  dialing text default 'lines' not null,
  constraint scripts_pkey primary key (customer_id, id),
  constraint scripts_id_key unique (id),
  constraint scripts_caller_id_check check ((caller_id ~ '^(\+[1-9][0-9]{6,14})?$')),
  constraint scripts_check check ((max_lines > max_transfers)),
  constraint scripts_dialing_check check ((dialing = any (array['lines', 'progressive', 'predictive']))),
  constraint scripts_language_check check ((language = any (array['nl', 'eng', 'fr']))),
  constraint scripts_max_lines_check check (((max_lines >= 1) and (max_lines <= 500))),
  constraint scripts_max_transfers_check check ((max_transfers >= 0)),
  constraint scripts_name_check check (((length(name) >= 1) and (length(name) <= 120))),
  constraint scripts_sms_pause_check check ((sms_paused or (sms_paused_until is null))),
  constraint scripts_sms_per_hour_check check (((sms_per_hour >= 0) and (sms_per_hour <= 36000))),
  constraint scripts_voice_check check ((length(voice) <= 60)),
  constraint scripts_customer_id_call_provider_id_fkey foreign key (customer_id, call_provider_id) references providers(customer_id, id),
  constraint scripts_customer_id_email_provider_id_fkey foreign key (customer_id, email_provider_id) references providers(customer_id, id),
  constraint scripts_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint scripts_customer_id_live_version_id_fkey foreign key (customer_id, live_version_id) references script_versions(customer_id, id),
  constraint scripts_customer_id_sms_backup_provider_id_fkey foreign key (customer_id, sms_backup_provider_id) references providers(customer_id, id),
  constraint scripts_customer_id_sms_provider_id_fkey foreign key (customer_id, sms_provider_id) references providers(customer_id, id),
  constraint scripts_customer_id_whatsapp_provider_id_fkey foreign key (customer_id, whatsapp_provider_id) references providers(customer_id, id)
);
create index scripts_caller_id on scripts (caller_id) where (caller_id <> '');
alter table scripts enable row level security;
create policy served on scripts for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on scripts referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('script', 'id', '', 'changed_at,version,times_version,variables_version,mapping_version,fields_version,hours');
create trigger audit_insert after insert on scripts referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('script', 'id', '', 'changed_at,version,times_version,variables_version,mapping_version,fields_version,hours');
create trigger audit_update after update on scripts referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('script', 'id', '', 'changed_at,version,times_version,variables_version,mapping_version,fields_version,hours');
create trigger index_ibans_of_script_changed after update of fields on scripts for each row when ((old.fields is distinct from new.fields)) execute function index_ibans_of_script();

create table self_service (
  customer_id bigint not null,
  part_allowed boolean not null,
  part_min_cents integer not null,
  plan_allowed boolean not null,
  plan_parts_max integer not null,
  plan_part_min_cents integer not null,
  day_allowed boolean not null,
  day_days_max integer not null,
  hardship_days integer,
  help_name text not null,
  help_url text not null,
  help_phone text not null,
  message_allowed boolean not null,
  callback_allowed boolean not null,
  letters_allowed boolean not null,
  details_allowed boolean not null,
  wishes_allowed boolean not null,
  version integer not null,
  constraint self_service_pkey primary key (customer_id),
  constraint self_service_day_days_max_check check (((day_days_max >= 1) and (day_days_max <= 60))),
  constraint self_service_hardship_days_check check (((hardship_days >= 1) and (hardship_days <= 90))),
  constraint self_service_help_name_check check ((length(help_name) <= 60)),
  constraint self_service_help_phone_check check ((length(help_phone) <= 25)),
  constraint self_service_help_url_check check ((help_url ~ '^(https://[^[:space:]]{1,200})?$')),
  constraint self_service_part_min_cents_check check ((part_min_cents > 0)),
  constraint self_service_plan_part_min_cents_check check ((plan_part_min_cents > 0)),
  constraint self_service_plan_parts_max_check check (((plan_parts_max >= 2) and (plan_parts_max <= 12))),
  constraint self_service_customer_id_fkey foreign key (customer_id) references customers(id) on delete cascade
);
alter table self_service enable row level security;
create policy served on self_service for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on self_service referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('selfService', 'customer_id', '', 'version');
create trigger audit_insert after insert on self_service referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('selfService', 'customer_id', '', 'version');
create trigger audit_update after update on self_service referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('selfService', 'customer_id', '', 'version');

create table sent_mails (
  customer_id bigint not null,
  communication_id bigint not null,
  content bytea not null,
  sha256 bytea not null,
  kept_at timestamp with time zone not null,
  constraint sent_mails_pkey primary key (customer_id, communication_id),
  constraint sent_mails_sha256_check check ((length(sha256) = 32)),
  constraint sent_mails_customer_id_communication_id_fkey foreign key (customer_id, communication_id) references communications(customer_id, id) on delete cascade
);
alter table sent_mails enable row level security;
create policy served on sent_mails for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table session_codes (
  session_id bigint not null,
  purpose text not null,
  type text not null,
  code_hash bytea,
  challenge text,
  target text default '' not null,
  tries smallint default 0 not null,
  sent_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint session_codes_pkey primary key (session_id, purpose, type),
  constraint session_codes_purpose_check check ((purpose = any (array['signIn', 'add', 'remove', 'passkey']))),
  constraint session_codes_type_check check ((type = any (array['app', 'sms', 'email', 'passkey']))),
  constraint session_codes_session_id_fkey foreign key (session_id) references sessions(id) on delete cascade
);

create table sessions (
  secret_hash bytea not null,
  user_id bigint not null,
  created_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  id bigint generated always as identity,
  stage text default 'full' not null,
  user_agent text default '' not null,
  address text default '' not null,
  confirmed_at timestamp with time zone default now() not null,
  provider_factor boolean default false not null,
  wrong_codes smallint default 0 not null,
  by_provider boolean default false not null,
  constraint sessions_pkey primary key (secret_hash),
  constraint sessions_id_key unique (id),
  constraint sessions_stage_check check ((stage = any (array['full', 'otp', '2faSetup', 'passwordExpired']))),
  constraint sessions_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index sessions_user on sessions (user_id);
create trigger session_stage_changed after update of stage on sessions for each row execute function notify_callers_changed();
create trigger sessions_changed after delete on sessions for each row execute function notify_callers_changed();

create table sign_in_tries (
  subject bytea not null,
  failures integer default 0 not null,
  failures_since timestamp with time zone not null,
  delayed_until timestamp with time zone,
  constraint sign_in_tries_pkey primary key (subject)
);
create index sign_in_tries_since on sign_in_tries (failures_since);

create table simulated_events (
  id bigint generated always as identity,
  provider text not null,
  due_at timestamp with time zone not null,
  payload jsonb not null,
  owner bigint,
  attempts smallint default 0 not null,
  constraint simulated_events_pkey primary key (id)
);
create index simulated_events_due on simulated_events (due_at);

create table simulated_payments (
  provider_ref text not null,
  amount_cents bigint not null,
  currency character(3) not null,
  description text not null,
  return_url text not null,
  status text default 'open' not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  settles_at timestamp with time zone,
  constraint simulated_payments_pkey primary key (provider_ref),
  constraint simulated_payments_status_check check ((status = any (array['open', 'pending', 'paid', 'canceled', 'expired', 'failed'])))
);

create table sms_incoming_parts (
  customer_id bigint not null,
  provider_id bigint not null,
  sender text not null,
  reference integer not null,
  of integer not null,
  no integer not null,
  body bytea not null,
  came_at timestamp with time zone not null,
  constraint sms_incoming_parts_pkey primary key (customer_id, provider_id, sender, reference, of, no),
  constraint sms_incoming_parts_customer_id_provider_id_fkey foreign key (customer_id, provider_id) references providers(customer_id, id) on delete cascade
);
alter table sms_incoming_parts enable row level security;
create policy served on sms_incoming_parts for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table sms_lines (
  customer_id bigint not null,
  provider_id bigint not null,
  engine_id bigint not null,
  constraint sms_lines_pkey primary key (customer_id, provider_id),
  constraint sms_lines_customer_id_provider_id_fkey foreign key (customer_id, provider_id) references providers(customer_id, id) on delete cascade
);
alter table sms_lines enable row level security;
create policy served on sms_lines for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table sms_parts (
  customer_id bigint not null,
  provider_ref text not null,
  communication_id bigint not null,
  delivery text,
  constraint sms_parts_pkey primary key (customer_id, communication_id, provider_ref),
  constraint sms_parts_delivery_check check ((delivery = any (array['delivered', 'failed']))),
  constraint sms_parts_customer_id_communication_id_fkey foreign key (customer_id, communication_id) references communications(customer_id, id) on delete cascade
);
create index sms_parts_ref on sms_parts (provider_ref);
alter table sms_parts enable row level security;
create policy served on sms_parts for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table sms_reroutes (
  customer_id bigint not null,
  communication_id bigint not null,
  at timestamp with time zone not null,
  provider_id bigint not null,
  taken_by bigint not null,
  constraint sms_reroutes_pkey primary key (customer_id, communication_id, at),
  constraint sms_reroutes_customer_id_communication_id_fkey foreign key (customer_id, communication_id) references communications(customer_id, id) on delete cascade
);
create index sms_reroutes_at on sms_reroutes (customer_id, at);
alter table sms_reroutes enable row level security;
create policy served on sms_reroutes for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table softphones (
  customer_id bigint not null,
  id bigint generated always as identity,
  user_id bigint,
  username text not null,
  no integer default 1 not null,
  provider_id bigint,
  opened_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  tried_at timestamp with time zone,
  constraint softphones_pkey primary key (id),
  constraint softphones_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint softphones_customer_id_provider_id_fkey foreign key (customer_id, provider_id) references providers(customer_id, id) on delete cascade,
  constraint softphones_user_id_fkey foreign key (user_id) references users(id) on delete set null
);
create index softphones_by_user on softphones (user_id) where (user_id is not null);
create index softphones_of_provider on softphones (customer_id, provider_id) where (provider_id is not null);
create unique index softphones_of_user on softphones (customer_id, user_id);
alter table softphones enable row level security;
create policy served on softphones for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on softphones referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('softphone', 'id', '', 'no,username,ends_at,tried_at');
create trigger audit_insert after insert on softphones referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('softphone', 'id', '', 'no,username,ends_at,tried_at');
create trigger audit_update after update on softphones referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('softphone', 'id', '', 'no,username,ends_at,tried_at');

create table sounds (
  customer_id bigint not null,
  key text not null,
  length_ms integer not null,
  bytes integer not null,
  content bytea not null,
  used_at timestamp with time zone not null,
  constraint sounds_pkey primary key (customer_id, key),
  constraint sounds_key_check check ((length(key) = 43)),
  constraint sounds_length_ms_check check ((length_ms >= 0)),
  constraint sounds_customer_id_fkey foreign key (customer_id) references customers(id)
);
create index sounds_used on sounds (used_at);
alter table sounds enable row level security;
create policy served on sounds for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table sso_attempts (
  state_hash bytea not null,
  customer_id bigint not null,
  secret bytea not null,
  redirect text default '/' not null,
  expires_at timestamp with time zone not null,
  constraint sso_attempts_pkey primary key (state_hash),
  constraint sso_attempts_customer_id_fkey foreign key (customer_id) references customers(id) on delete cascade
);
alter table sso_attempts enable row level security;
create policy served on sso_attempts for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));

create table sso_providers (
  customer_id bigint not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  button_text text default '' not null,
  constraint sso_providers_pkey primary key (customer_id),
  constraint sso_providers_customer_id_fkey foreign key (customer_id) references customers(id) on delete cascade
);
alter table sso_providers enable row level security;
create policy served on sso_providers for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on sso_providers referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('singleSignOn', 'customer_id', 'client_secret', '');
create trigger audit_insert after insert on sso_providers referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('singleSignOn', 'customer_id', 'client_secret', '');
create trigger audit_update after update on sso_providers referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('singleSignOn', 'customer_id', 'client_secret', '');

create table sso_subjects (
  customer_id bigint not null,
  issuer text not null,
  subject text not null,
  user_id bigint not null,
  linked_at timestamp with time zone default now() not null,
  constraint sso_subjects_pkey primary key (customer_id, issuer, subject),
  constraint sso_subjects_customer_id_fkey foreign key (customer_id) references customers(id) on delete cascade,
  constraint sso_subjects_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index sso_subjects_user on sso_subjects (user_id);
alter table sso_subjects enable row level security;
create policy served on sso_subjects for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on sso_subjects referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('singleSignOnUser', 'user_id,subject', '', '');
create trigger audit_insert after insert on sso_subjects referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('singleSignOnUser', 'user_id,subject', '', '');
create trigger audit_update after update on sso_subjects referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('singleSignOnUser', 'user_id,subject', '', '');

create table staff_records (
  customer_id bigint not null,
  user_id bigint not null,
  collects boolean not null,
  vog_on date,
  training_level text,
  trained_on date,
  refreshed_on date,
  version integer not null,
  constraint staff_records_pkey primary key (customer_id, user_id),
  constraint staff_records_check check ((refreshed_on >= trained_on)),
  constraint staff_records_check1 check (((training_level is null) = (trained_on is null))),
  constraint staff_records_check2 check (((refreshed_on is null) or (trained_on is not null))),
  constraint staff_records_training_level_check check ((training_level = any (array['employee', 'lead']))),
  constraint staff_records_customer_id_fkey foreign key (customer_id) references customers(id) on delete cascade,
  constraint staff_records_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index staff_records_of_user on staff_records (user_id);
alter table staff_records enable row level security;
create policy served on staff_records for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on staff_records referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('staffRecord', 'user_id', '', 'version');
create trigger audit_insert after insert on staff_records referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('staffRecord', 'user_id', '', 'version');
create trigger audit_update after update on staff_records referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('staffRecord', 'user_id', '', 'version');

create table statutory_rates (
  kind text not null,
  valid_from date not null,
  percent numeric(5,2) not null,
  constraint statutory_rates_pkey primary key (kind, valid_from),
  constraint statutory_rates_kind_check check ((kind = any (array['consumer', 'trade']))),
  constraint statutory_rates_percent_check check (((percent >= (0)::numeric) and (percent <= (100)::numeric)))
);
create trigger audit_delete after delete on statutory_rates referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('statutoryRate', 'kind,valid_from', '', '');
create trigger audit_insert after insert on statutory_rates referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('statutoryRate', 'kind,valid_from', '', '');
create trigger audit_update after update on statutory_rates referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('statutoryRate', 'kind,valid_from', '', '');

create table subscription_mails (
  customer_id bigint not null,
  contact_id bigint not null,
  key text not null,
  cause text not null,
  at timestamp with time zone not null,
  constraint subscription_mails_pkey primary key (customer_id, contact_id, key, cause),
  constraint subscription_mails_cause_check check (((length(cause) >= 1) and (length(cause) <= 60))),
  constraint subscription_mails_customer_id_contact_id_fkey foreign key (customer_id, contact_id) references contacts(customer_id, id) on delete cascade
);
alter table subscription_mails enable row level security;
create policy served on subscription_mails for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table system_messages (
  id bigint generated always as identity,
  channel text not null,
  kind text not null,
  user_id bigint,
  recipient text not null,
  content bytea,
  state text default 'queued' not null,
  attempts smallint default 0 not null,
  queued_at timestamp with time zone default now() not null,
  settled_at timestamp with time zone,
  reason text,
  constraint system_messages_pkey primary key (id),
  constraint system_messages_channel_check check ((channel = any (array['email', 'sms']))),
  constraint system_messages_state_check check ((state = any (array['queued', 'started', 'sent', 'failed', 'unknown']))),
  constraint system_messages_user_id_fkey foreign key (user_id) references users(id) on delete set null
);
create index system_messages_open on system_messages (id) where (state = any (array['queued', 'started']));
create index system_messages_user on system_messages (user_id, queued_at);
alter table system_messages enable row level security;
create policy served on system_messages for all using ((( select (current_setting('regie.customers', true) = '*')) or (exists ( select
   from users u
  where (u.id = system_messages.user_id)))));

create table team_members (
  customer_id bigint not null,
  team_id bigint not null,
  user_id bigint not null,
  constraint team_members_pkey primary key (customer_id, team_id, user_id),
  constraint team_members_customer_id_team_id_fkey foreign key (customer_id, team_id) references teams(customer_id, id) on delete cascade,
  constraint team_members_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index team_members_of_user on team_members (user_id, customer_id);
alter table team_members enable row level security;
create policy served on team_members for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on team_members referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('teamMember', 'team_id,user_id', '', '');
create trigger audit_insert after insert on team_members referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('teamMember', 'team_id,user_id', '', '');
create trigger audit_update after update on team_members referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('teamMember', 'team_id,user_id', '', '');

create table teams (
  customer_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  version integer default 1 not null,
  constraint teams_pkey primary key (customer_id, id),
  constraint teams_name_check check (((name <> '') and (length(name) <= 60))),
  constraint teams_customer_id_fkey foreign key (customer_id) references customers(id)
);
create unique index teams_name on teams (customer_id, lower(name));
alter table teams enable row level security;
create policy served on teams for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on teams referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('team', 'id', '', 'version');
create trigger audit_insert after insert on teams referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('team', 'id', '', 'version');
create trigger audit_update after update on teams referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('team', 'id', '', 'version');

create table template_files (
  customer_id bigint not null,
  id bigint generated always as identity,
  kind text not null,
  file_name text not null,
  media_type text not null,
  bytes integer not null,
  content bytea not null,
  uploaded_by bigint,
  uploaded_at timestamp with time zone not null,
  width integer,
  height integer,
  card_hash text generated always as (
case
    when (kind = 'card') then encode(sha256(content), 'hex')
    else null::text
end) stored,
  constraint template_files_pkey primary key (customer_id, id),
  constraint template_files_bytes_check check ((bytes > 0)),
  constraint template_files_card_size check (((kind <> 'card') or ((width is not null) and (height is not null)))),
  constraint template_files_file_name_check check (((length(file_name) >= 1) and (length(file_name) <= 200))),
  constraint template_files_height_check check ((height > 0)),
  constraint template_files_kind_check check ((kind = any (array['image', 'document', 'video', 'card']))),
  constraint template_files_width_check check ((width > 0)),
  constraint template_files_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint template_files_uploaded_by_fkey foreign key (uploaded_by) references users(id) on delete set null
);
create index template_files_by_card on template_files (card_hash) where (card_hash is not null);
create index template_files_recent on template_files (uploaded_by, uploaded_at);
alter table template_files enable row level security;
create policy served on template_files for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table template_files_brought (
  customer_id bigint not null,
  file_id bigint not null,
  provider_id bigint not null,
  provider_ref text not null,
  brought_at timestamp with time zone not null,
  constraint template_files_brought_pkey primary key (customer_id, file_id, provider_id),
  constraint template_files_brought_customer_id_file_id_fkey foreign key (customer_id, file_id) references template_files(customer_id, id) on delete cascade
);
alter table template_files_brought enable row level security;
create policy served on template_files_brought for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table template_revisions (
  customer_id bigint not null,
  id bigint generated always as identity,
  template_id bigint not null,
  texts jsonb not null,
  created_at timestamp with time zone default now() not null,
  no integer default 1 not null,
  written jsonb,
  options jsonb default '{}'::jsonb not null,
  note text default '' not null,
  uses bigint[] default '{}'::bigint[] not null,
  created_by text default '' not null,
  activated_at timestamp with time zone default now(),
  version integer default 1 not null,
  passed text[] default '{}'[] not null,
  constraint template_revisions_pkey primary key (customer_id, id),
  constraint template_revisions_note_check check ((length(note) <= 500)),
  constraint template_revisions_customer_id_template_id_fkey foreign key (customer_id, template_id) references templates(customer_id, id)
);
create unique index template_revisions_draft on template_revisions (customer_id, template_id) where (activated_at is null);
create unique index template_revisions_no on template_revisions (customer_id, template_id, no);
alter table template_revisions enable row level security;
create policy served on template_revisions for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on template_revisions referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('templateRevision', 'id', '', 'version,texts');
create trigger audit_insert after insert on template_revisions referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('templateRevision', 'id', '', 'version,texts');
create trigger audit_update after update on template_revisions referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('templateRevision', 'id', '', 'version,texts');

create table templates (
  customer_id bigint not null,
  id bigint generated always as identity,
  key text not null,
  kind text not null,
  live_revision_id bigint,
  name text default '' not null,
  description text default '' not null,
  group_name text default '' not null,
  is_section boolean default false not null,
  archived_at timestamp with time zone,
  version integer default 1 not null,
  constraint templates_pkey primary key (customer_id, id),
  constraint templates_customer_id_key_key unique (customer_id, key),
  constraint templates_description_check check ((length(description) <= 500)),
  constraint templates_group_name_check check ((length(group_name) <= 60)),
  constraint templates_kind_check check ((kind = any (array['email', 'sms', 'whatsapp', 'call']))),
  constraint templates_name_check check ((length(name) <= 100)),
  constraint templates_customer_id_fkey foreign key (customer_id) references customers(id)
);
alter table templates enable row level security;
create policy served on templates for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on templates referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('template', 'id', '', 'version');
create trigger audit_insert after insert on templates referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('template', 'id', '', 'version');
create trigger audit_update after update on templates referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('template', 'id', '', 'version');

create table time_windows (
  customer_id bigint not null,
  id bigint generated always as identity,
  starts time without time zone not null,
  ends time without time zone not null,
  weekdays smallint[] not null,
  channels text[] not null,
  constraint time_windows_pkey primary key (customer_id, id),
  constraint time_windows_check check ((ends > starts))
);
alter table time_windows enable row level security;
create policy served on time_windows for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger audit_delete after delete on time_windows referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('timeWindow', 'id', '', '');
create trigger audit_insert after insert on time_windows referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('timeWindow', 'id', '', '');
create trigger audit_update after update on time_windows referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('timeWindow', 'id', '', '');
create trigger script_hours_kept after update on time_windows for each row execute function keep_script_hours();

create table timeline (
  customer_id bigint not null,
  case_id bigint not null,
  id bigint generated always as identity,
  at timestamp with time zone default now() not null,
  kind text not null,
  event text not null,
  params jsonb default '{}'::jsonb not null,
  communication_id bigint,
  simulated boolean default false not null,
  by_user text,
  constraint timeline_pkey primary key (customer_id, case_id, id, at)
) partition by range (at);
alter table timeline enable row level security;
create policy served on timeline for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));
create trigger queue_webhooks after insert on timeline referencing new table as new_rows for each statement execute function queue_webhooks();

create table undo_cases (
  customer_id bigint not null,
  undo_entry_id bigint not null,
  case_id bigint not null,
  status text not null,
  status_at timestamp with time zone not null,
  paused_until timestamp with time zone,
  result text,
  last_result text,
  closed_by_batch boolean not null,
  paused_before_closing boolean not null,
  version integer not null,
  run_state text,
  waiting_for text,
  due_at timestamp with time zone,
  paused_for text,
  constraint undo_cases_pkey primary key (customer_id, undo_entry_id, case_id),
  constraint undo_cases_customer_id_deed_id_fkey foreign key (customer_id, undo_entry_id) references undo_entries(customer_id, id) on delete cascade
);
alter table undo_cases enable row level security;
create policy served on undo_cases for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));

create table undo_entries (
  customer_id bigint not null,
  id bigint generated always as identity,
  token text not null,
  user_id bigint not null,
  action text not null,
  name text not null,
  batch_id bigint,
  case_id bigint,
  before jsonb default '{}'::jsonb not null,
  count integer default 0 not null,
  at timestamp with time zone default now() not null,
  until timestamp with time zone not null,
  undone_at timestamp with time zone,
  right_code bigint,
  constraint undo_entries_pkey primary key (customer_id, id),
  constraint undo_entries_id_key unique (id),
  constraint undo_entries_token_key unique (token),
  constraint undo_entries_customer_id_fkey foreign key (customer_id) references customers(id),
  constraint undo_entries_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index undo_entries_until on undo_entries (until);
create index undo_entries_user on undo_entries (user_id, until) where (undone_at is null);
alter table undo_entries enable row level security;
create policy served on undo_entries for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or false));

create table user_factors (
  user_id bigint not null,
  type text not null,
  secret bytea,
  target text default '' not null,
  confirmed_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_step bigint,
  created_at timestamp with time zone default now() not null,
  refused_step bigint,
  constraint user_factors_pkey primary key (user_id, type),
  constraint user_factors_type_check check ((type = any (array['app', 'sms', 'email']))),
  constraint user_factors_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create trigger audit_delete after delete on user_factors referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('factor', 'user_id,type', 'secret', 'last_used_at,last_step');
create trigger audit_insert after insert on user_factors referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('factor', 'user_id,type', 'secret', 'last_used_at,last_step');
create trigger audit_update after update on user_factors referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('factor', 'user_id,type', 'secret', 'last_used_at,last_step');
create trigger factor_changed after insert or delete or update of confirmed_at on user_factors for each row execute function notify_callers_changed();

create table users (
  id bigint generated always as identity,
  username text not null,
  password_hash text,
  customer_id bigint,
  settings jsonb default '{}'::jsonb not null,
  locked_at timestamp with time zone,
  failed_logins integer default 0 not null,
  last_login_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  password_changed_at timestamp with time zone,
  delayed_until timestamp with time zone,
  failures_since timestamp with time zone,
  is_machine boolean default false not null,
  constraint users_pkey primary key (id),
  constraint users_check check (((not is_machine) or ((password_hash is null) and (customer_id is not null)))),
  constraint users_username_check check (((length(username) >= 1) and (length(username) <= 200))),
  constraint users_customer_id_fkey foreign key (customer_id) references customers(id)
);
create index users_customer on users (customer_id, lower(username), id);
create unique index users_username on users (lower(username));
alter table users enable row level security;
create policy served on users for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as served)::bigint[])) or (customer_id is null) or (id = ( select (nullif(current_setting('regie.user', true), ''))::bigint as "nullif"))));
create trigger audit_delete after delete on users referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('user', 'id', 'password_hash', 'settings,failed_logins,failures_since,last_login_at');
create trigger audit_insert after insert on users referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('user', 'id', 'password_hash', 'settings,failed_logins,failures_since,last_login_at');
create trigger audit_update after update on users referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('user', 'id', 'password_hash', 'settings,failed_logins,failures_since,last_login_at');
create trigger contact_moves_with_user after update of customer_id on users for each row when ((old.customer_id is distinct from new.customer_id)) execute function contact_moves_with_user();
create trigger contact_of_new_user after insert on users for each row when ((not new.is_machine)) execute function contact_of_new_user();
create trigger contact_stays_without_user before delete on users for each row execute function contact_stays_without_user();
create trigger user_home_changed after update of customer_id on users for each row when ((old.customer_id is distinct from new.customer_id)) execute function notify_callers_changed();
create trigger users_changed after delete or update of username, locked_at on users for each statement execute function notify_callers_changed();

create table voice_lines (
  customer_id bigint not null,
  provider_id bigint not null,
  engine_id bigint not null,
  constraint voice_lines_pkey primary key (customer_id, provider_id),
  constraint voice_lines_customer_id_provider_id_fkey foreign key (customer_id, provider_id) references providers(customer_id, id) on delete cascade
);
alter table voice_lines enable row level security;
create policy served on voice_lines for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table web_chat_visits (
  customer_id bigint not null,
  id bigint generated always as identity,
  conversation_id bigint not null,
  token_hash bytea not null,
  begin_key uuid not null,
  contact text default '' not null,
  locale text not null,
  begun_at timestamp with time zone not null,
  here_until timestamp with time zone,
  seen_answer_id bigint default 0 not null,
  simulated boolean default false not null,
  constraint web_chat_visits_pkey primary key (customer_id, id),
  constraint web_chat_visits_token_hash_key unique (token_hash),
  constraint web_chat_visits_contact_check check ((length(contact) <= 120)),
  constraint web_chat_visits_locale_check check ((locale = any (array['nl', 'eng', 'fr']))),
  constraint web_chat_visits_customer_id_conversation_id_fkey foreign key (customer_id, conversation_id) references conversations(customer_id, id) on delete cascade,
  constraint web_chat_visits_customer_id_fkey foreign key (customer_id) references customers(id)
);
create unique index web_chat_visits_of on web_chat_visits (customer_id, conversation_id);
alter table web_chat_visits enable row level security;
create policy served on web_chat_visits for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table web_chats (
  customer_id bigint not null,
  site_key text not null,
  is_on boolean not null,
  sites text[] not null,
  greeting jsonb not null,
  color text not null,
  hours jsonb not null,
  version integer default 1 not null,
  constraint web_chats_pkey primary key (customer_id),
  constraint web_chats_site_key_key unique (site_key),
  constraint web_chats_color_check check ((color ~ '^#[0-9a-f]{6}$')),
  constraint web_chats_site_key_check check ((site_key ~ '^[0-9A-Za-z_-]{22}$')),
  constraint web_chats_customer_id_fkey foreign key (customer_id) references customers(id) on delete cascade
);
alter table web_chats enable row level security;
create policy served on web_chats for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));
create trigger audit_delete after delete on web_chats referencing old table as old_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('webChat', 'customer_id', '', 'version');
create trigger audit_insert after insert on web_chats referencing new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('webChat', 'customer_id', '', 'version');
create trigger audit_update after update on web_chats referencing old table as old_rows new table as new_rows for each statement when ((current_setting('regie.actor', true) <> '')) execute function audit_rows('webChat', 'customer_id', '', 'version');

create table webhook_attempts (
  customer_id bigint not null,
  message_id bigint not null,
  no integer not null,
  at timestamp with time zone not null,
  status integer,
  fault text,
  ms integer not null,
  constraint webhook_attempts_pkey primary key (customer_id, message_id, no),
  constraint webhook_attempts_fault_check check ((fault = any (array['refused', 'unreachable', 'timeout', 'broken']))),
  constraint webhook_attempts_customer_id_message_id_fkey foreign key (customer_id, message_id) references webhook_messages(customer_id, id) on delete cascade
);
alter table webhook_attempts enable row level security;
create policy served on webhook_attempts for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table webhook_messages (
  id bigint generated always as identity,
  customer_id bigint not null,
  webhook_id bigint not null,
  key uuid default gen_random_uuid() not null,
  type text not null,
  case_id bigint,
  data jsonb not null,
  at timestamp with time zone not null,
  state text default 'queued' not null,
  attempts integer default 0 not null,
  next_at timestamp with time zone,
  status integer,
  fault text,
  constraint webhook_messages_pkey primary key (customer_id, id),
  constraint webhook_messages_check check (((state = 'queued') = (next_at is not null))),
  constraint webhook_messages_fault_check check ((fault = any (array['refused', 'unreachable', 'timeout', 'broken']))),
  constraint webhook_messages_state_check check ((state = any (array['queued', 'sent', 'failed']))),
  constraint webhook_messages_customer_id_webhook_id_fkey foreign key (customer_id, webhook_id) references outgoing_webhooks(customer_id, id) on delete cascade
);
create index webhook_messages_by_age on webhook_messages (at) where (state <> 'queued');
create index webhook_messages_due on webhook_messages (customer_id, webhook_id, next_at, id) where (state = 'queued');
create index webhook_messages_failed on webhook_messages (customer_id, webhook_id, id) where (state = 'failed');
create index webhook_messages_log on webhook_messages (customer_id, webhook_id, id);
alter table webhook_messages enable row level security;
create policy served on webhook_messages for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table whatsapp_numbers (
  customer_id bigint not null,
  provider_id bigint not null,
  daily_limit integer,
  quality text not null,
  display_number text not null,
  synced_at timestamp with time zone not null,
  constraint whatsapp_numbers_pkey primary key (customer_id, provider_id),
  constraint whatsapp_numbers_customer_id_fkey foreign key (customer_id) references customers(id)
);
alter table whatsapp_numbers enable row level security;
create policy served on whatsapp_numbers for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table whatsapp_pairing_keys (
  customer_id bigint not null,
  provider_id bigint not null,
  kind text not null,
  key text not null,
  value bytea not null,
  constraint whatsapp_pairing_keys_pkey primary key (customer_id, provider_id, kind, key),
  constraint whatsapp_pairing_keys_customer_id_provider_id_fkey foreign key (customer_id, provider_id) references whatsapp_pairings(customer_id, provider_id) on delete cascade
);
alter table whatsapp_pairing_keys enable row level security;
create policy served on whatsapp_pairing_keys for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table whatsapp_pairings (
  customer_id bigint not null,
  provider_id bigint not null,
  state text default 'unpaired' not null,
  reason text,
  since timestamp with time zone not null,
  qr bytea,
  qr_until timestamp with time zone,
  qr_no integer default 0 not null,
  phone text default '' not null,
  name text default '' not null,
  retry_at timestamp with time zone,
  credentials bytea,
  engine_id bigint,
  wish text,
  constraint whatsapp_pairings_pkey primary key (customer_id, provider_id),
  constraint whatsapp_pairings_check check (((state = 'qr') = ((qr is not null) and (qr_until is not null)))),
  constraint whatsapp_pairings_check1 check (((state = 'disconnected') = (retry_at is not null))),
  constraint whatsapp_pairings_reason_check check ((reason = any (array['codesOver', 'loggedOut', 'replaced', 'forbidden', 'outdated', 'badSession', 'unreachable', 'ended']))),
  constraint whatsapp_pairings_state_check check ((state = any (array['unpaired', 'connecting', 'qr', 'paired', 'open', 'disconnected']))),
  constraint whatsapp_pairings_wish_check check ((wish = any (array['pair', 'scan', 'unpair']))),
  constraint whatsapp_pairings_customer_id_provider_id_fkey foreign key (customer_id, provider_id) references providers(customer_id, id) on delete cascade
);
alter table whatsapp_pairings enable row level security;
create policy served on whatsapp_pairings for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table whatsapp_people (
  customer_id bigint not null,
  provider_id bigint not null,
  user_id text not null,
  phone text,
  name text default '' not null,
  seen_at timestamp with time zone not null,
  since timestamp with time zone not null,
  constraint whatsapp_people_pkey primary key (customer_id, provider_id, user_id),
  constraint whatsapp_people_user_id_check check (((length(user_id) >= 1) and (length(user_id) <= 140))),
  constraint whatsapp_people_customer_id_fkey foreign key (customer_id) references customers(id)
);
create index whatsapp_people_by_name on whatsapp_people (customer_id, lower(user_id));
alter table whatsapp_people enable row level security;
create policy served on whatsapp_people for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create table whatsapp_texts (
  customer_id bigint not null,
  provider_id bigint not null,
  name text not null,
  language text not null,
  status text not null,
  category text not null,
  quality text not null,
  parts jsonb not null,
  synced_at timestamp with time zone not null,
  constraint whatsapp_texts_pkey primary key (customer_id, provider_id, name, language),
  constraint whatsapp_texts_customer_id_fkey foreign key (customer_id) references customers(id)
);
alter table whatsapp_texts enable row level security;
create policy served on whatsapp_texts for all using ((( select (current_setting('regie.customers', true) = '*')) or (customer_id = any (( select (coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[] as "coalesce")::bigint[])) or false));

create view batch_counters_recounted with (security_invoker=true) as
 select b.customer_id,
    b.id as batch_id,
    c.total,
    c.open,
    c.closed,
    c.paused,
    c.busy,
    c.not_called,
    c.human,
    c.voicemail,
    c.other,
    m.transfers,
    m.emails,
    m.sms,
    m.whatsapp,
    p.payment_links,
    c.paid,
    m.unknown
   from (((batches b
     cross join lateral ( select (count(*))::integer as total,
            (count(*) filter (where (cases.status = 'open')))::integer as open,
            (count(*) filter (where (cases.status = 'closed')))::integer as closed,
            (count(*) filter (where (cases.status = 'paused')))::integer as paused,
            (count(cases.live_state))::integer as busy,
            (count(*) filter (where (cases.attempts = 0)))::integer as not_called,
            (count(*) filter (where (cases.last_answer = any (array['mens', 'mens_onzeker']))))::integer as human,
            (count(*) filter (where (cases.last_answer = 'voicemail')))::integer as voicemail,
            (count(*) filter (where (cases.last_answer <> all (array['mens', 'mens_onzeker', 'voicemail']))))::integer as other,
            (count(*) filter (where (cases.result = 'BET')))::integer as paid
           from cases
          where ((cases.customer_id = b.customer_id) and (cases.batch_id = b.id))) c)
     cross join lateral ( select (count(*) filter (where ((communications.delivery = 'transferred') and (communications.state = any (array['sent', 'unknown'])))))::integer as transfers,
            (count(*) filter (where ((communications.channel = 'email') and (communications.state = 'sent'))))::integer as emails,
            (count(*) filter (where ((communications.channel = 'sms') and (communications.state = 'sent'))))::integer as sms,
            (count(*) filter (where ((communications.channel = 'whatsapp') and (communications.state = 'sent'))))::integer as whatsapp,
            (count(*) filter (where (communications.state = 'unknown')))::integer as unknown
           from communications
          where ((communications.customer_id = b.customer_id) and (communications.batch_id = b.id))) m)
     cross join lateral ( select (count(*))::integer as payment_links
           from payment_links
          where ((payment_links.customer_id = b.customer_id) and (payment_links.batch_id = b.id))) p);

create view batch_money_now with (security_invoker=true) as
 select customer_id,
    batch_id,
    currency,
    (sum(open_cases))::integer as open_cases,
    (sum(claimed_cents))::bigint as claimed_cents,
    (sum(outstanding_cents))::bigint as outstanding_cents,
    (sum(paid_cents))::bigint as paid_cents,
    (sum(promises))::integer as promises,
    (sum(promised_cents))::bigint as promised_cents,
    (sum(broken))::integer as broken
   from ( select batch_money.customer_id,
            batch_money.batch_id,
            batch_money.currency,
            batch_money.open_cases,
            batch_money.claimed_cents,
            batch_money.outstanding_cents,
            batch_money.paid_cents,
            batch_money.promises,
            batch_money.promised_cents,
            batch_money.broken
           from batch_money
        union all
         select money_changes.customer_id,
            money_changes.batch_id,
            money_changes.currency,
            money_changes.open_cases,
            money_changes.claimed_cents,
            money_changes.outstanding_cents,
            money_changes.paid_cents,
            money_changes.promises,
            money_changes.promised_cents,
            money_changes.broken
           from money_changes) m
  group by customer_id, batch_id, currency;

create view batch_money_recounted with (security_invoker=true) as
 select customer_id,
    batch_id,
    currency,
    (count(*) filter (where (is_open and (outstanding_cents > paid))))::integer as open_cases,
    (sum(coalesce(outstanding_cents, paid)))::bigint as claimed_cents,
    (coalesce(sum(greatest((0)::bigint, (outstanding_cents - paid))) filter (where is_open), (0)::numeric))::bigint as outstanding_cents,
    (sum(
        case
            when (outstanding_cents < paid) then outstanding_cents
            else paid
        end))::bigint as paid_cents,
    (count(*) filter (where (is_open and (promised > 0))))::integer as promises,
    (coalesce(sum(promised) filter (where is_open), (0)::numeric))::bigint as promised_cents,
    (count(*) filter (where (is_open and (result = 'TOEV'))))::integer as broken
   from case_money_recounted
  group by customer_id, batch_id, currency;

create view case_money_recounted with (security_invoker=true) as
 select c.customer_id,
    c.id as case_id,
    c.batch_id,
    c.currency,
    (c.status <> 'closed') as is_open,
    c.result,
    c.outstanding_cents,
    day_of(c.created_at) as day,
    p.paid,
    p.soon,
    q.promised,
    q.due
   from ((cases c
     cross join lateral ( select (coalesce(sum(payments.amount_cents), (0)::numeric))::bigint as paid,
            (coalesce(sum(payments.amount_cents) filter (where ((payments.paid_on - day_of(c.created_at)) <= 30)), (0)::numeric))::bigint as soon
           from payments
          where ((payments.customer_id = c.customer_id) and (payments.case_id = c.id) and (payments.withdrawn_at is null))) p)
     left join lateral ( select (greatest((0)::numeric, (total.cents - since.cents)))::bigint as promised,
            next.due
           from (((payment_promises m
             cross join lateral ( select sum(payment_promise_parts.amount_cents) as cents
                   from payment_promise_parts
                  where ((payment_promise_parts.customer_id = m.customer_id) and (payment_promise_parts.promise_id = m.id))) total)
             cross join lateral ( select coalesce(sum(payments.amount_cents), (0)::numeric) as cents
                   from payments
                  where ((payments.customer_id = m.customer_id) and (payments.case_id = m.case_id) and (payments.withdrawn_at is null) and (payments.at >= m.at))) since)
             left join lateral ( select q_1.due
                   from payment_promise_parts q_1
                  where ((q_1.customer_id = m.customer_id) and (q_1.promise_id = m.id) and (since.cents < ( select sum(payment_promise_parts.amount_cents) as sum
                           from payment_promise_parts
                          where ((payment_promise_parts.customer_id = q_1.customer_id) and (payment_promise_parts.promise_id = q_1.promise_id) and (payment_promise_parts.no <= q_1.no)))))
                  order by q_1.no
                 limit 1) next on (true))
          where ((m.customer_id = c.customer_id) and (m.case_id = c.id) and (m.state = 'open'))) q on (true));

create view case_variants_recounted with (security_invoker=true) as
 select v.customer_id,
    v.case_id,
    v.step_key,
    p.paid_cents,
    p.settled_at,
    m.contacts,
    k.complaints
   from (((case_variants v
     cross join lateral ( select (coalesce(sum(since.amount_cents), (0)::numeric))::bigint as paid_cents,
            min(since.at) filter (where ((v.owed_cents > 0) and (since.total >= (v.owed_cents)::numeric))) as settled_at
           from ( select payments.amount_cents,
                    payments.at,
                    sum(payments.amount_cents) over (order by payments.at, payments.id) as total
                   from payments
                  where ((payments.customer_id = v.customer_id) and (payments.case_id = v.case_id) and (payments.withdrawn_at is null) and (payments.currency = v.currency) and (payments.at >= v.divided_at) and (payments.paid_on >= day_of(v.divided_at)))) since) p)
     cross join lateral ( select (count(*))::integer as contacts
           from communications
          where ((communications.customer_id = v.customer_id) and (communications.case_id = v.case_id) and (communications.state = 'sent') and (not communications.inbound) and (communications.sent_at >= v.divided_at))) m)
     cross join lateral ( select (count(*))::integer as complaints
           from complaints
          where ((complaints.customer_id = v.customer_id) and (complaints.case_id = v.case_id) and (complaints.kind = 'complaint') and (complaints.at >= v.divided_at))) k);

create view money_days_now with (security_invoker=true) as
 select money_days.customer_id,
    money_days.script_id,
    money_days.day,
    money_days.currency,
    money_days.cases,
    money_days.claimed_cents,
    money_days.paid_soon_cents,
    money_days.promises,
    money_days.promised_cents,
    money_days.receipts,
    money_days.received_cents,
    money_days.barred
   from money_days
union all
 select m.customer_id,
    b.script_id,
    m.day,
    m.currency,
    m.cases,
    m.claimed_cents,
    m.paid_soon_cents,
    m.promises,
    m.promised_cents,
    m.receipts,
    m.received_cents,
    m.barred
   from (money_changes m
     join batches b on (((b.customer_id = m.customer_id) and (b.id = m.batch_id))))
  where (not b.is_demo);

create view money_days_recounted with (security_invoker=true) as
 select r.customer_id,
    b.script_id,
    r.day,
    r.currency,
    (sum(r.cases))::integer as cases,
    (sum(r.claimed))::bigint as claimed_cents,
    (sum(r.soon))::bigint as paid_soon_cents,
    (sum(r.promises))::integer as promises,
    (sum(r.promised))::bigint as promised_cents,
    (sum(r.receipts))::integer as receipts,
    (sum(r.received))::bigint as received_cents,
    (sum(r.barred))::integer as barred
   from (( select case_money_recounted.customer_id,
            case_money_recounted.batch_id,
            case_money_recounted.currency,
            case_money_recounted.day,
            1 as cases,
            coalesce(case_money_recounted.outstanding_cents, case_money_recounted.paid) as claimed,
                case
                    when (case_money_recounted.outstanding_cents < case_money_recounted.soon) then case_money_recounted.outstanding_cents
                    else case_money_recounted.soon
                end as soon,
            0 as promises,
            0 as promised,
            0 as receipts,
            0 as received,
            0 as barred
           from case_money_recounted
        union all
         select case_money_recounted.customer_id,
            case_money_recounted.batch_id,
            case_money_recounted.currency,
            case_money_recounted.due,
            0,
            0,
            0,
            1,
            case_money_recounted.promised,
            0,
            0,
            0
           from case_money_recounted
          where (case_money_recounted.is_open and (case_money_recounted.promised > 0))
        union all
         select p.customer_id,
            c.batch_id,
            p.currency,
            p.paid_on,
            0,
            0,
            0,
            0,
            0,
            1,
            p.amount_cents,
            0
           from (payments p
             join cases c on (((c.customer_id = p.customer_id) and (c.id = p.case_id))))
          where (p.withdrawn_at is null)
        union all
         select cases.customer_id,
            cases.batch_id,
            cases.currency,
            cases.barred_on,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            1
           from cases
          where ((cases.barred_on is not null) and (cases.status <> 'closed'))) r
     join batches b on (((b.customer_id = r.customer_id) and (b.id = r.batch_id))))
  where (not b.is_demo)
  group by r.customer_id, b.script_id, r.day, r.currency;

create view payment_link_days_now with (security_invoker=true) as
 select payment_link_days.customer_id,
    payment_link_days.script_id,
    payment_link_days.day,
    payment_link_days.currency,
    payment_link_days.state,
    payment_link_days.has_ended,
    payment_link_days.reached,
    payment_link_days.marked,
    payment_link_days.links,
    payment_link_days.cents
   from payment_link_days
union all
 select m.customer_id,
    b.script_id,
    m.day,
    m.currency,
    m.state,
    m.has_ended,
    m.reached,
    m.marked,
    m.links,
    m.cents
   from (payment_link_changes m
     join batches b on (((b.customer_id = m.customer_id) and (b.id = m.batch_id))))
  where (not b.is_demo);

create view payment_link_days_recounted with (security_invoker=true) as
 select l.customer_id,
    b.script_id,
    day_of(l.created_at) as day,
    l.currency,
    l.state,
    (l.ended_for is not null) as has_ended,
    (r.reached)::smallint as reached,
    m.marked,
    (count(*))::integer as links,
    (sum(l.amount_cents))::bigint as cents
   from (((payment_links l
     join batches b on (((b.customer_id = l.customer_id) and (b.id = l.batch_id))))
     cross join lateral ( select coalesce(max(
                case e.state
                    when 'link_clicked' then 1
                    else 2
                end), 0) as reached
           from payment_events e
          where ((e.customer_id = l.customer_id) and (e.payment_link_id = l.id) and (e.state = any (array['link_clicked', 'bank_opened', 'in_progress', 'canceled'])))) r)
     cross join lateral ( select ((l.state = 'paid') and (exists ( select
                   from payments p
                  where ((p.customer_id = l.customer_id) and (p.case_id = l.case_id) and (p.payment_link_id = l.id) and (p.booked_by is not null) and (p.withdrawn_at is null))))) as marked) m)
  where (not b.is_demo)
  group by l.customer_id, b.script_id, (day_of(l.created_at)), l.currency, l.state, (l.ended_for is not null), ((r.reached)::smallint), m.marked;

create view staff with (security_invoker=true) as
 select u.id,
    u.username,
    u.password_hash,
    u.customer_id,
    u.settings,
    u.locked_at,
    u.last_login_at,
    u.created_at,
    u.password_changed_at,
    u.delayed_until,
    c.id as contact_id,
    c.salutation,
    c.initials,
    c.first_name,
    c.middle_name,
    c.last_name,
    c.department,
    c.job_title,
    c.email,
    c.phone,
    c.mobile,
    c.version
   from (users u
     join contacts c on ((c.user_id = u.id)));

create function active_rights_of(of_user bigint) returns bigint[] language sql stable security definer set search_path=public, pg_temp; -- sql/rights-held.sql
create function add_to_batch_counters(changes batch_counters[]) returns void language plpgsql set plan_cache_mode=force_generic_plan; -- sql/batch-counters.sql
create function add_up_case_money(customers bigint[], case_ids bigint[]) returns void language plpgsql set plan_cache_mode=force_generic_plan; -- sql/kept-money.sql
create function add_up_links(at_once integer) returns integer language sql; -- sql/kept-links.sql
create function add_up_money(at_once integer) returns integer language sql; -- sql/kept-money.sql
create function analyze_imported(added integer) returns void language plpgsql security definer set search_path=public, pg_temp /* not for public */; -- sql/analyze-imported.sql
create function attachment_content(attachment mail_attachments) returns bytea language sql stable; -- sql/attachment-content.sql
create function audit_customer_of(entity text, entity_id text, customers bigint[]) returns bigint language plpgsql stable; -- sql/audit-rows.sql
create function audit_difference(before jsonb, after jsonb, hidden text[], ignored text[]) returns jsonb language sql immutable; -- sql/audit-rows.sql
create function audit_home_of(row_of jsonb) returns bigint language sql stable; -- sql/audit-rows.sql
create function audit_key(row_of jsonb, columns text[]) returns text language sql immutable; -- sql/audit-rows.sql
create function audit_rows() returns trigger language plpgsql; -- sql/audit-rows.sql
create function audit_table(audited regclass, entity text, keys text, hidden text default '', ignored text default '') returns void language plpgsql; -- sql/audited-tables.sql
create function barred_on(fields jsonb, interrupted_on date[]) returns date language plpgsql immutable; -- sql/barred-on.sql
create function blacklist_of_new_customer() returns trigger language plpgsql security definer set search_path=public, pg_temp; -- sql/blacklist-of-new-customer.sql
create function blacklist_with_part(customer bigint, part text, most integer) returns setof bigint language plpgsql stable security definer set search_path=public, pg_temp; -- sql/blacklist-part.sql
create function can_get_in(of_user bigint) returns boolean language sql stable security definer set search_path=public, pg_temp; -- sql/indispensable-users.sql
create function codes_of_group(of_group bigint) returns bigint[] language sql stable security definer set search_path=public, pg_temp; -- sql/rights-held.sql
create function contact_moves_with_user() returns trigger language plpgsql; -- sql/contacts-of-users.sql
create function contact_of_new_user() returns trigger language plpgsql; -- sql/contacts-of-users.sql
create function contact_stays_without_user() returns trigger language plpgsql; -- sql/contacts-of-users.sql
create function count_administrators() returns bigint language sql stable security definer set search_path=public, pg_temp; -- sql/indispensable-users.sql
create function count_cases() returns trigger language plpgsql; -- sql/batch-counters.sql
create function count_communications() returns trigger language plpgsql; -- sql/batch-counters.sql
create function count_indispensable() returns bigint[] language sql stable security definer set search_path=public, pg_temp; -- sql/indispensable-users.sql
create function count_notifications() returns trigger language plpgsql; -- sql/notification-counts.sql
create function count_payment_links() returns trigger language plpgsql; -- sql/batch-counters.sql
create function day_of(moment timestamp with time zone) returns date language sql immutable; -- sql/kept-money.sql
create function debtor_iban_hashes(fields jsonb, keys text[]) returns setof bytea language sql stable; -- sql/case-ibans.sql
create function debtor_iban_keys(fields jsonb) returns text[] language sql immutable; -- sql/case-ibans.sql
create function drop_old_audit_months() returns integer language plpgsql security definer set search_path=public, pg_temp /* not for public */; -- sql/audit-append-only.sql
create function ensure_month_partitions(parent regclass, first date, months integer) returns void language plpgsql security definer set search_path=public, pg_temp /* not for public */; -- sql/for-migrations/ensure-month-partitions.sql
create function give_every_right() returns trigger language plpgsql security definer set search_path=public, pg_temp; -- sql/rights-given.sql
create function index_changed_case() returns trigger language plpgsql; -- sql/case-search.sql
create function index_ibans_of_changed_case() returns trigger language plpgsql; -- sql/case-ibans.sql
create function index_ibans_of_new_cases() returns trigger language plpgsql; -- sql/case-ibans.sql
create function index_ibans_of_script() returns trigger language plpgsql; -- sql/case-ibans.sql
create function index_new_cases() returns trigger language plpgsql; -- sql/case-search.sql
create function keep_agent_times() returns trigger language plpgsql; -- sql/agent-times.sql
create function keep_barred_on() returns trigger language plpgsql; -- sql/barred-on.sql
create function keep_booked_entries() returns trigger language plpgsql; -- sql/booked-entries.sql
create function keep_case_money() returns trigger language plpgsql; -- sql/kept-money.sql
create function keep_interruption() returns trigger language plpgsql; -- sql/interruptions-kept.sql
create function keep_letter_persons() returns trigger language plpgsql; -- sql/letter-persons.sql
create function keep_payment_links() returns trigger language plpgsql; -- sql/kept-links.sql
create function keep_payments() returns trigger language plpgsql; -- sql/kept-money.sql
create function keep_promise_parts() returns trigger language plpgsql; -- sql/kept-money.sql
create function keep_promises() returns trigger language plpgsql; -- sql/kept-money.sql
create function keep_script_hours() returns trigger language plpgsql; -- sql/script-hours.sql
create function keep_variants_complaints() returns trigger language plpgsql; -- sql/case-variants.sql
create function keep_variants_contacted() returns trigger language plpgsql; -- sql/case-variants.sql
create function keep_variants_paid() returns trigger language plpgsql; -- sql/case-variants.sql
create function lock_case_variants(customers bigint[], case_ids bigint[]) returns boolean language plpgsql set plan_cache_mode=force_generic_plan; -- sql/case-variants.sql
create function name_batch_of_payment() returns trigger language plpgsql; -- sql/kept-money.sql
create function name_customer_right() returns trigger language plpgsql security definer set search_path=public, pg_temp; -- sql/rights-given.sql
create function notify_callers_changed() returns trigger language plpgsql; -- sql/callers-changed.sql
create function notify_cases_changed(customer_id bigint, batch_id bigint, case_ids bigint[]) returns void language plpgsql; -- sql/cases-changed.sql
create function notify_maintenance_changed() returns trigger language plpgsql; -- sql/maintenance-changed.sql
create function number_script_version() returns trigger language plpgsql; -- sql/script-versions.sql
create function protect_by_customer(protected regclass, key text default 'customer_id', also text default 'false') returns void language plpgsql; -- sql/for-migrations/protect-by-customer.sql
create function publish_agent_changed(customer_id bigint, user_id bigint) returns void language sql; -- sql/live-events.generated.sql
create function publish_batch_changed(customer_id bigint, batch_id bigint) returns void language sql; -- sql/live-events.generated.sql
create function publish_bulk_changed(customer_id bigint, bulk_id bigint, user_id bigint) returns void language sql; -- sql/live-events.generated.sql
create function publish_callers_changed() returns void language sql; -- sql/live-events.generated.sql
create function publish_case_changed(customer_id bigint, batch_id bigint, case_id bigint) returns void language sql; -- sql/live-events.generated.sql
create function publish_cases_changed(customer_id bigint, batch_id bigint, case_ids bigint[]) returns void language sql; -- sql/live-events.generated.sql
create function publish_chat_changed(customer_id bigint, channel_id bigint) returns void language sql; -- sql/live-events.generated.sql
create function publish_conversation_changed(customer_id bigint, conversation_id bigint) returns void language sql; -- sql/live-events.generated.sql
create function publish_import_changed(customer_id bigint, import_id bigint) returns void language sql; -- sql/live-events.generated.sql
create function publish_maintenance_changed() returns void language sql; -- sql/live-events.generated.sql
create function publish_notifications_changed(customer_id bigint, user_id bigint) returns void language sql; -- sql/live-events.generated.sql
create function publish_pairing_changed(customer_id bigint, provider_id bigint) returns void language sql; -- sql/live-events.generated.sql
create function publish_presence_changed(customer_id bigint, case_id bigint) returns void language sql; -- sql/live-events.generated.sql
create function publish_queue_changed(customer_id bigint, queue_id bigint) returns void language sql; -- sql/live-events.generated.sql
create function publish_script_changed(customer_id bigint, script_id bigint) returns void language sql; -- sql/live-events.generated.sql
create function publish_session_ended(user_id bigint) returns void language sql; -- sql/live-events.generated.sql
create function publish_statement_changed(customer_id bigint, statement_id bigint) returns void language sql; -- sql/live-events.generated.sql
create function queue_webhooks() returns trigger language plpgsql; -- sql/webhook-messages.sql
create function record_timeline(customers bigint[], cases bigint[], events text[], params jsonb[] default null::jsonb[], moments timestamp with time zone[] default null::timestamp with time zone[], users text[] default null::text[], messages bigint[] default null::bigint[], simulations boolean[] default null::boolean[]) returns void language plpgsql; -- sql/record-timeline.sql
create function reference_form(input text) returns text language sql immutable; -- sql/case-search.sql
create function refuse_audit_change() returns trigger language plpgsql; -- sql/audit-append-only.sql
create function refuse_one_customer() returns trigger language plpgsql; -- sql/staged-rows.sql
create function release_claims_of_customer() returns trigger language plpgsql; -- sql/compliance-changed.sql
create function rights_of(of_user bigint) returns bigint[] language sql stable security definer set search_path=public, pg_temp; -- sql/rights-held.sql
create function script_hours(customer bigint, script bigint) returns jsonb language plpgsql; -- sql/script-hours.sql
create function search_case_ids(customer bigint, words text[], beginning text, postcode_start text, digits text) returns setof bigint language plpgsql stable security definer set search_path=public, pg_temp /* not for public */; -- sql/case-search.sql
create function search_conversations(customer bigint, begins text, case_start text, most integer) returns table(conversation_id bigint, incoming_id bigint) language plpgsql stable security definer set search_path=public, pg_temp /* not for public */; -- sql/inbox-search.sql
create function search_form(input text) returns text language sql stable; -- sql/case-search.sql
create function tidy_case_search() returns void language sql security definer set search_path=public, pg_temp /* not for public */; -- sql/case-search.sql
create function timeline_kind(event text) returns text language sql immutable; -- sql/record-timeline.sql
create function typed_references(input text) returns text[] language sql immutable; -- sql/case-search.sql
create function webhook_facts(params jsonb) returns jsonb language sql immutable; -- sql/webhook-messages.sql
create function webhook_type(event text) returns text language sql immutable; -- sql/webhook-messages.sql
create function write_marks(engine bigint, at timestamp with time zone, starting_customers bigint[], starting bigint[], settled_customers bigint[], settled bigint[], states text[], provider_refs text[], reasons text[]) returns setof bigint language plpgsql security definer set search_path=public, pg_temp set plan_cache_mode=force_generic_plan set enable_seqscan=off set enable_hashjoin=off set enable_mergejoin=off set enable_memoize=off /* not for public */; -- sql/write-marks.sql
create function years_after(day date, years integer) returns date language sql immutable; -- sql/barred-on.sql
