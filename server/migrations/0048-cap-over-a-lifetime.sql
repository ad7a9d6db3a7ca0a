-- Beside the caps of a day and a week one over a lifetime may hold: calls and messages together. Whoever chose caps of
-- their own chose none of it.
update customers
set contact_caps = contact_caps || '{"contactsPerLifetime": null}'
where contact_caps is not null;
alter table customers
  add constraint customers_contact_caps_check check (
    contact_caps ?& array['answeredPerDay', 'callsPerDay', 'callsPerWeek', 'writtenPerWeek', 'contactsPerLifetime']);
