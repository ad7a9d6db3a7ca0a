-- From where a figure of a queue is red on the wall: a longer wait, a lower service level, more who wait. What was
-- red until now stays so: three times the target, and ten points below it.
alter table queues
  add column limit_seconds int not null default 60 check (limit_seconds between 5 and 3600),
  add column limit_percent int not null default 70 check (limit_percent between 0 and 100),
  add column waiting_warn int not null default 5 check (waiting_warn between 0 and 500),
  add column waiting_limit int not null default 10 check (waiting_limit between 0 and 500),
  add column alert_minutes int not null default 5 check (alert_minutes between 1 and 60);
update queues set limit_seconds = 3 * target_seconds, limit_percent = greatest(0, target_percent - 10);
alter table queues
  add check (limit_seconds >= target_seconds and limit_percent <= target_percent and waiting_limit >= waiting_warn);

-- Of a hundred answered calls so many may be dropped (product.md 3.6); a customer may be stricter, never less so.
alter table customers
  add column drop_warn_percent numeric(3, 1) not null default 2.5 check (drop_warn_percent between 0.1 and 3),
  add column drop_limit_percent numeric(3, 1) not null default 3 check (drop_limit_percent between 0.1 and 3),
  add column drop_alert_minutes int not null default 5 check (drop_alert_minutes between 1 and 60),
  add check (drop_limit_percent >= drop_warn_percent);

-- How a watched figure stood when it was last looked at: since when it is over its limit or back within it, whether
-- the next time counts (armed), and when a mail was last sent. Of a script (its drop rate) or of a queue.
create table figure_alerts (
  customer_id bigint not null,
  id bigint generated always as identity,
  figure text not null check (figure in ('drop', 'wait', 'level', 'waiting')),
  script_id bigint,
  queue_id bigint,
  over_since timestamptz,
  under_since timestamptz,
  armed boolean not null default true,
  mailed_at timestamptz,
  looked_at timestamptz not null,
  primary key (customer_id, id),
  unique nulls not distinct (customer_id, figure, script_id, queue_id),
  foreign key (customer_id, script_id) references scripts (customer_id, id) on delete cascade,
  foreign key (customer_id, queue_id) references queues (customer_id, id) on delete cascade,
  check (num_nonnulls(script_id, queue_id) = 1 and (figure = 'drop') = (script_id is not null))
) with (fillfactor = 50);
create index figure_alerts_of_script on figure_alerts (customer_id, script_id) where script_id is not null;
create index figure_alerts_of_queue on figure_alerts (customer_id, queue_id) where queue_id is not null;
select protect_by_customer('figure_alerts');

alter table contact_subscriptions
  drop constraint contact_subscriptions_key_check,
  add check (key in ('batch_imported', 'batch_failed', 'batch_finished', 'daily_results', 'weekly_report',
    'payment_received', 'payment_summary', 'mail_errors', 'whatsapp_errors', 'sms_paused', 'file_ready',
    'complaint_new', 'droprate_alert', 'wallboard_alert', 'retention_preview'));
