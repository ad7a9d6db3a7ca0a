-- Mail that belongs to no case is counted on the screen of its provider.
drop index incoming_unknown;
create index incoming_unknown on incoming_messages (customer_id, provider_id, saved_at) where case_id is null;
