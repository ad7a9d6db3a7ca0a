-- WhatsApp does not tell the number of everybody who writes: it is asked for.
-- What they give stands with their message.
alter table communication_contents add column asks_number boolean not null default false;
alter table incoming_messages add column given_number text check (given_number ~ '^\+[0-9]{5,15}$');
