-- What a check found beside its counts: the first rows with a reason, and what the user must still choose.
alter table imports add column issues jsonb not null default '[]', add column missing jsonb not null default '[]';
