-- Work on an import goes on after the request that asked for it: it asks again whether that user may still do it.
-- Who uploaded a file, chose its columns or confirmed it is the one who asked last.
alter table imports add column asked_by bigint references users on delete set null;
update imports set asked_by = created_by;
