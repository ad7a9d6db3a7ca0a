-- The amount that stood open when a message was written: what names another one now is not sent.
alter table communication_contents add column open_cents bigint;
