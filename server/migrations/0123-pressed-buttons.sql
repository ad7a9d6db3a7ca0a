-- What a person pressed under a WhatsApp message: a script goes its way by it.
alter table incoming_messages add column pressed text check (length(pressed) between 1 and 200);
create index incoming_messages_pressed on incoming_messages (customer_id, case_id, id) where pressed is not null;
