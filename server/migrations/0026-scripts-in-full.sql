-- All that staff set of a script: how it calls, its variables, filters, draft and versions; when it may work; and which law holds for its customer.
alter table scripts
  add column caller_id text not null default '' check (caller_id ~ '^(\+[1-9][0-9]{6,14})?$'),
  add column voice text not null default '' check (length(voice) <= 60),
  add column language text not null default 'nl' check (language in ('nl', 'eng', 'fr')),
  add column voicemail_detection boolean not null default true,
  add column sms_provider text not null default '' check (length(sms_provider) <= 60),
  -- Null: the product's own fields (default-fields.ts).
  add column fields jsonb,
  add column changed_at timestamptz not null default now(),
  -- Each part of a script is changed by its own screen, so that two people on two of them do not hinder each other.
  add column version int not null default 1,
  add column times_version int not null default 1,
  add column variables_version int not null default 1,
  add column mapping_version int not null default 1,
  add column fields_version int not null default 1;

alter table script_versions
  add column no int not null default 0,
  add column note text not null default '',
  add column created_by text not null default '';
update script_versions v set no = n.no from (select id, row_number() over (partition by customer_id, script_id order by id) as no from script_versions) n where n.id = v.id;
create function number_script_version() returns trigger language plpgsql as $$
begin
  -- Under the lock of the script, so that no number is given twice.
  perform 1 from scripts where customer_id = new.customer_id and id = new.script_id for no key update;
  new.no := (select coalesce(max(no), 0) + 1 from script_versions where customer_id = new.customer_id and script_id = new.script_id);
  return new;
end $$;
create trigger script_version_numbered before insert on script_versions for each row execute function number_script_version();
create unique index script_versions_no on script_versions (customer_id, script_id, no);

-- What staff draw before it lives; one for a script.
create table script_drafts (
  customer_id bigint not null,
  script_id bigint not null,
  steps jsonb not null,
  based_on bigint not null,
  version int not null default 1,
  changed_at timestamptz not null default now(),
  changed_by text not null,
  primary key (customer_id, script_id),
  foreign key (customer_id, script_id) references scripts (customer_id, id) on delete cascade
);

create table script_variables (
  customer_id bigint not null,
  script_id bigint not null,
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  value text not null default '' check (length(value) <= 1000),
  standard_value text not null default '' check (length(standard_value) <= 1000),
  reset_daily boolean not null default false,
  primary key (customer_id, script_id, key),
  foreign key (customer_id, script_id) references scripts (customer_id, id) on delete cascade
);

create table script_filters (
  customer_id bigint not null,
  id bigint generated always as identity,
  script_id bigint not null,
  name text not null check (length(name) between 1 and 120),
  -- [{field, op, value}]
  rules jsonb not null,
  combine text not null check (combine in ('and', 'or')),
  active boolean not null default true,
  version int not null default 1,
  primary key (customer_id, id),
  foreign key (customer_id, script_id) references scripts (customer_id, id) on delete cascade
);
create index script_filters_script on script_filters (customer_id, script_id);

-- A window may serve several scripts of its customer.
create table script_windows (
  customer_id bigint not null,
  script_id bigint not null,
  window_id bigint not null,
  primary key (customer_id, script_id, window_id),
  foreign key (customer_id, script_id) references scripts (customer_id, id) on delete cascade,
  foreign key (customer_id, window_id) references time_windows (customer_id, id) on delete cascade
);
create index script_windows_window on script_windows (customer_id, window_id);
insert into script_windows (customer_id, script_id, window_id) select customer_id, script_id, id from time_windows;
alter table time_windows drop column script_id;

-- Hours on one date, in place of those of its weekday.
create table extra_windows (
  customer_id bigint not null,
  id bigint generated always as identity,
  script_id bigint not null,
  day date not null,
  closed boolean not null default false,
  starts time not null,
  ends time not null check (ends > starts),
  channels text[] not null,
  primary key (customer_id, id),
  foreign key (customer_id, script_id) references scripts (customer_id, id) on delete cascade
);
create index extra_windows_script on extra_windows (customer_id, script_id, day);

-- What differs from the holidays by rule: own days, days switched off, hours on a holiday. Script 0 is all scripts of the customer.
create table holidays (
  customer_id bigint not null references customers,
  script_id bigint not null default 0,
  day date not null,
  enabled boolean not null,
  -- {nl, eng, fr}; null for a day that the rule names.
  name jsonb,
  starts time,
  ends time,
  primary key (customer_id, script_id, day),
  check ((starts is null) = (ends is null) and (starts is null or ends > starts))
);
create table holiday_years (
  customer_id bigint not null references customers,
  year int not null,
  confirmed_at timestamptz not null default now(),
  confirmed_by text not null,
  primary key (customer_id, year)
);

alter table customers drop constraint customers_compliance_profile_check;
alter table customers
  add constraint customers_compliance_profile_check check (compliance_profile in ('incasso_wki', 'telemarketing', 'service', 'b2b', 'intern_demo')),
  -- {answeredPerDay, callsPerDay, callsPerWeek, writtenPerWeek}; null: those of the profile.
  add column contact_caps jsonb,
  add column compliance_reason text not null default '',
  add column compliance_changed_at timestamptz,
  add column compliance_changed_by text,
  add column compliance_version int not null default 1;

do $$ declare t text; begin
  foreach t in array array['script_drafts', 'script_variables', 'script_filters', 'script_windows', 'extra_windows', 'holidays', 'holiday_years'] loop
    perform protect_by_customer(t::regclass);
  end loop;
end $$;
select audit_table('script_drafts', 'scriptDraft', 'script_id', '', 'version,changed_at');
select audit_table('script_variables', 'scriptVariable', 'script_id,key');
select audit_table('script_filters', 'scriptFilter', 'id', '', 'version');
select audit_table('script_windows', 'scriptWindow', 'script_id,window_id');
select audit_table('extra_windows', 'extraWindow', 'id');
select audit_table('holidays', 'holiday', 'script_id,day');
select audit_table('holiday_years', 'holidayYear', 'year');
