-- What a member of staff is notified of: one row for each user and cause. The unread ones are counted by triggers
-- (server/sql/notification-counts.sql).
create table notifications (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  kind text not null check (length(kind) between 1 and 40),
  -- The same cause notifies a user once, however often it is looked at.
  cause text not null check (length(cause) between 1 and 100),
  case_id bigint,
  batch_id bigint,
  import_id bigint,
  by_user text not null default '',
  moment timestamptz,
  at timestamptz not null,
  read_at timestamptz,
  by_mail boolean not null,
  mailed_at timestamptz,
  primary key (customer_id, id),
  unique (customer_id, user_id, cause),
  foreign key (customer_id, case_id) references cases (customer_id, id) on delete cascade,
  foreign key (customer_id, batch_id) references batches (customer_id, id) on delete cascade,
  foreign key (customer_id, import_id) references imports (customer_id, id) on delete cascade
);
create index notifications_of_user on notifications (customer_id, user_id, id desc);
create index notifications_unread on notifications (customer_id, user_id, id) where read_at is null;
create index notifications_case on notifications (customer_id, case_id) where case_id is not null;
create index notifications_batch on notifications (customer_id, batch_id) where batch_id is not null;
create index notifications_import on notifications (customer_id, import_id) where import_id is not null;
-- The digest is of a user at all their customers.
create index notifications_to_mail on notifications (user_id) where by_mail and mailed_at is null;
create index notifications_mailed on notifications (user_id, mailed_at) where mailed_at is not null;
create index notifications_old on notifications (at);

create table notification_counts (
  customer_id bigint not null references customers,
  user_id bigint not null references users on delete cascade,
  kind text not null,
  unread int not null,
  primary key (customer_id, user_id, kind)
);
-- Whoever is to be notified is, once: of a call-back, and now of a complaint too.
alter table complaints add column reminded_at timestamptz;
create index callbacks_to_remind on callbacks (at) where state = 'open' and reminded_at is null;
create index complaints_to_remind on complaints (confirm_before) where state = 'open' and reminded_at is null;

select protect_by_customer('notifications');
select protect_by_customer('notification_counts');
