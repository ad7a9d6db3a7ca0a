-- An import may be confirmed with a trial run: its batch begins with a few cases.
alter table imports add column trial jsonb;
