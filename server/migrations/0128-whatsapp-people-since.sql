-- Who is known by Meta's name for them alone is exported, with since when they write; and found by that name, which
-- our lists keep in lower case.
alter table whatsapp_people add column since timestamptz;
update whatsapp_people set since = seen_at;
alter table whatsapp_people alter column since set not null;
create index whatsapp_people_by_name on whatsapp_people (customer_id, lower(user_id));
