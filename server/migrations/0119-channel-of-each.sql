-- An order of messages tries several channels in turn: by which each case was reached, or refused.
-- Null: an order from before, which had one.
alter table message_job_cases
  add column channel text check (channel in ('email', 'sms', 'whatsapp'));
