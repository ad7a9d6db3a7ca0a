-- An entry holds for its customer, for one of its scripts, or for the whole installation: then each customer has a row
-- of its own with the same key, so that whoever reads a customer's list needs to know nothing of the others.
alter table blacklist
  add column script_id bigint,
  add column system_key uuid,
  add column note text not null default '' check (length(note) <= 200),
  add foreign key (customer_id, script_id) references scripts (customer_id, id) on delete cascade,
  add check (script_id is null or system_key is null);
create index blacklist_newest on blacklist (customer_id, id desc);
create index blacklist_system on blacklist (system_key) where system_key is not null;
