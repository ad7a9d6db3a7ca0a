-- What a file says of a case beside its fields: why it is not contacted, from when and until when it may be, how urgent it is, what it belongs to.
alter table import_rows
  add column updates_case bigint,
  add column old_cents bigint,
  add column flag text,
  add column start_on date,
  add column expires_on date,
  add column priority smallint,
  add column linked_number text,
  add column currency text;

alter table imports
  add column format text check (format in ('csv', 'xlsx', 'zip')),
  add column changes jsonb not null default '[]',
  -- How often this check was begun: a file on which two processes ended is not given to a third.
  add column tries int not null default 0;

-- The columns of a file may fill several fields each, with a transformation.
update imports set columns = coalesce((
  select jsonb_agg((c - 'target') || jsonb_build_object('fields',
    case when c ->> 'target' is null then '[]'::jsonb
      else jsonb_build_array(jsonb_build_object('field', c ->> 'target', 'transform', null)) end) order by c -> 'index')
  from jsonb_array_elements(columns) c), '[]');
update imports set mapping = jsonb_build_object('columns', null, 'constants', '[]'::jsonb,
  'duplicates', jsonb_build_object('by', 'number', 'scope', 'customer', 'action', 'skip'), 'chosen', mapping -> 'chosen', 'found', mapping -> 'found')
where mapping is not null;
update imports set counts = counts || '{"updated": 0, "changed": 0, "blacklistedPhone": 0, "blacklistedEmail": 0, "unlinked": 0, "amounts": [], "byFlag": []}'
where counts is not null;
-- What an earlier file had proves nothing of the next: its date order and decimal mark are not remembered.
update scripts set import_mapping = jsonb_build_object('names', coalesce(import_mapping -> 'names', '{}'), 'columns', coalesce((
  select jsonb_object_agg(key, case when value = 'null' then '[]'::jsonb
    else jsonb_build_array(jsonb_build_object('field', value #>> '{}', 'transform', null)) end)
  from jsonb_each(import_mapping -> 'columns')), '{}'))
where import_mapping is not null;

-- The content of a file goes when nobody needs it any more; that it was there, its name and its size stay.
alter table files alter column content drop not null, add column removed_at timestamptz, add check ((content is null) = (removed_at is not null));
create index files_kept on files (customer_id) include (bytes) where removed_at is null;

alter table cases drop constraint cases_paused_for_check;
alter table cases add constraint cases_paused_for_check check (
  -- blocked: the file said that it is not to be contacted; start: the file said from when.
  paused_for in ('staff', 'callback', 'promise', 'dispute', 'complaint', 'vulnerable', 'reply', 'blocked', 'start'));
-- After this day nobody is contacted about the case any more.
alter table cases add column expires_on date;
create index cases_expiring on cases (expires_on) where expires_on is not null and status <> 'closed';
