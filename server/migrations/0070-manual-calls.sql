-- Calls that staff make by hand: communications of their own outbox, with who asked for them.
create table manual_calls (
  customer_id bigint not null,
  communication_id bigint not null,
  case_id bigint not null,
  user_id bigint not null references users (id) on delete cascade,
  by_user text not null,
  asked_at timestamptz not null,
  -- When somebody picked up; how it ended stands with the communication.
  answered_at timestamptz,
  primary key (customer_id, communication_id),
  foreign key (customer_id, communication_id) references communications on delete cascade
);
create index manual_calls_of_case on manual_calls (customer_id, case_id, communication_id desc);
create index manual_calls_of_user on manual_calls (user_id, communication_id desc);
select protect_by_customer('manual_calls');

-- Somebody waits for it at their desk: it goes before what scripts queue, whether the dialer of the batch is on or not.
alter table outbox add column manual boolean not null default false;
create index outbox_manual on outbox (customer_id, communication_id) where manual;
