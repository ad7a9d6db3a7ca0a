-- The reports of e-mail and WhatsApp add up a month of 250,000 messages, or a year of 3,000,000: what they count
-- is read from indexes alone.
create index communications_reported on communications (customer_id, channel, queued_at)
  include (id, case_id, batch_id, state, delivery);
create index communications_failed on communications (customer_id, channel, queued_at)
  where state in ('failed', 'refused') or delivery = 'failed';

-- Does a mail note whether it is read? What decides it is a few kilobytes of text and JSON, which no report should
-- open.
alter table communication_contents add column is_measured boolean generated always as
  (html is not null and coalesce(mail ? 'track' and not mail ?| array['cc', 'bcc'], false)) stored;
create index communication_contents_reported on communication_contents (customer_id, queued_at, communication_id)
  include (template_revision_id, is_measured);

create index incoming_messages_answering on incoming_messages (customer_id, communication_id)
  where kind = 'message' and communication_id is not null;
create index blacklist_unsubscribed on blacklist (customer_id, added_at)
  where reason = 'unsubscribed' and kind = 'email';
