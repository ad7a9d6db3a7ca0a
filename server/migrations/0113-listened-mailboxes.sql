-- One engine keeps a connection to each mailbox, on which its server says at once that something
-- arrived. Since when it does; while nobody listens, the mailbox is read every minute.
alter table mailboxes
  add column engine_id bigint,
  add column listens_since timestamptz;
