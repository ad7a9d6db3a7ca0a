-- Keys with which machines call the API for one customer. Each has an account of its own, which nobody can sign in
-- with: what it does is done in its name, and its rights are those of the key that its maker still has.
alter table users add column is_machine boolean not null default false;
alter table users add check (not is_machine or (password_hash is null and customer_id is not null));

create table machine_keys (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  user_id bigint not null unique references users on delete cascade,
  name text not null check (name <> ''),
  prefix text not null unique check (length(prefix) = 8),
  key_hash bytea not null check (length(key_hash) = 32),
  rights int[] not null check (cardinality(rights) > 0),
  addresses text[] not null,
  expires_at timestamptz not null,
  made_at timestamptz not null,
  made_by bigint references users on delete set null,
  made_by_name text not null,
  last_used_at timestamptz,
  last_used_from text,
  refused_at timestamptz,
  refused_from text,
  revoked_at timestamptz,
  revoked_by text,
  unique (customer_id, id),
  check ((revoked_at is null) = (revoked_by is null)),
  check (expires_at > made_at)
);
create unique index machine_keys_by_name on machine_keys (customer_id, lower(name)) where revoked_at is null;
create index machine_keys_by_maker on machine_keys (made_by);
select protect_by_customer('machine_keys');

update right_objects
set name_nl = 'Webhooks en machinesleutels', name_eng = 'Webhooks and machine keys',
  name_fr = 'Webhooks et clés de machines'
where code = 825 and name_nl = 'Webhooks';
