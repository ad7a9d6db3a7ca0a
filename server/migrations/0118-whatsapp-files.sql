-- A file that goes with a WhatsApp message is brought to the provider first: the id that it got is kept, so that a
-- message which is tried again carries the same file. Provider 0 is the installation's own.
alter table mail_attachments
  add column provider_ref text,
  add column provider_id bigint,
  add column brought_at timestamptz,
  add check ((provider_ref is null) = (brought_at is null) and (provider_ref is null) = (provider_id is null));
