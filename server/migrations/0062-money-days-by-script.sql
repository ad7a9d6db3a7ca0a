-- Money by day stands with the script, not with the batch: 200 batches over 90 days were 18,000 rows for a look at
-- home. Batches of demos are left out, as everywhere.
alter table money_days rename to money_days_by_batch;
alter table money_days_by_batch rename constraint money_days_pkey to money_days_by_batch_pkey;
drop view if exists money_days_now, money_days_recounted;

create table money_days (
  customer_id bigint not null,
  script_id bigint not null,
  day date not null,
  currency char(3) not null,
  -- Of the cases that came in on this day.
  cases int not null,
  claimed_cents bigint not null,
  paid_soon_cents bigint not null,
  -- Promised for this day, and not in yet.
  promises int not null,
  promised_cents bigint not null,
  receipts int not null,
  received_cents bigint not null,
  primary key (customer_id, script_id, day, currency),
  foreign key (customer_id, script_id) references scripts (customer_id, id) on delete cascade
) with (fillfactor = 50);
select protect_by_customer('money_days');

insert into money_days
select d.customer_id, b.script_id, d.day, d.currency, sum(d.cases), sum(d.claimed_cents), sum(d.paid_soon_cents),
  sum(d.promises), sum(d.promised_cents), sum(d.receipts), sum(d.received_cents)
from money_days_by_batch d
join batches b on b.customer_id = d.customer_id and b.id = d.batch_id
where not b.is_demo
group by d.customer_id, b.script_id, d.day, d.currency;
drop table money_days_by_batch;
