-- How many rows somebody repaired, so that nobody reads the repairs to count them.
alter table imports add column repaired integer not null default 0;
update imports set repaired = (select count(*) from jsonb_object_keys(repairs)) where repairs <> '{}';
