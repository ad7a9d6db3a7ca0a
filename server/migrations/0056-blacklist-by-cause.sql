-- An address may stand on the blacklist for several reasons at once, each with its own end: what one case put there can
-- be taken away, and what stood there before stays.
alter table blacklist drop constraint blacklist_pkey;
alter table blacklist add primary key (customer_id, kind, value, id);
create index blacklist_case on blacklist (customer_id, case_id) where case_id is not null;
-- What is taken away ends at that moment, and stays to be read with who did it and why.
alter table blacklist
  add column removed_at timestamptz,
  add column removed_by text,
  add column removed_reason text check (length(removed_reason) <= 500),
  -- Until when it stood before it was taken away.
  add column kept_until timestamptz,
  add check ((removed_at is null) = (removed_reason is null) and (removed_at is null) = (removed_by is null));
