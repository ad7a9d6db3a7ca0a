-- A person is found by their address however its letters are written (contact-facts/person-facts.ts).
create index communications_person on communications (customer_id, lower(recipient), queued_at);
drop index communications_recipient;
