-- What contacts can be mailed about: when it happens, or at a moment of the day, the week or the month.
-- `mailed_until` moves in the transaction that queues the mail, so a period is mailed once.
alter table contact_subscriptions
  drop constraint contact_subscriptions_key_check,
  add check (key in ('batch_imported', 'batch_failed', 'batch_finished', 'daily_results', 'weekly_report',
    'payment_received', 'payment_summary', 'mail_errors', 'whatsapp_errors', 'sms_paused', 'file_ready',
    'complaint_new')),
  add column frequency text not null default 'direct' check (frequency in ('direct', 'daily', 'weekly', 'monthly')),
  add column send_minute smallint not null default 450 check (send_minute between 0 and 1439),
  add column mailed_until timestamptz not null default now();
create index payments_at on payments (customer_id, at);
create index cases_closed_on on cases (customer_id, status_at) include (batch_id, result) where status = 'closed';
