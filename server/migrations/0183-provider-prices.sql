-- What providers ask, from a day on, in hundredths of a cent: for a call, a part of an SMS, an e-mail or a message of
-- WhatsApp, and for a minute of a call. A row with neither: from that day on nobody knows it. Rows outlive their
-- provider, since what was sent by it keeps its cost.
create table provider_prices (
  customer_id bigint not null references customers (id),
  provider_id bigint not null,
  from_day date not null,
  each_hundredths int check (each_hundredths >= 0),
  minute_hundredths int check (minute_hundredths >= 0),
  primary key (customer_id, provider_id, from_day)
);
select protect_by_customer('provider_prices');

-- The price of before says nothing of a day: it held for all that was sent.
insert into provider_prices (customer_id, provider_id, from_day, each_hundredths)
select customer_id, id, '2000-01-01', round(part_cents * 100)::int
from providers
where part_cents is not null and channel = 'sms';
alter table providers drop column part_cents;

-- How many parts an SMS has, and when somebody or a machine picked up a call: what their cost is counted by. Null:
-- nobody knows, as of what was sent before this.
alter table communications
  add column parts smallint check (parts > 0),
  add column picked_up_at timestamptz;
update communications m
set picked_up_at = h.answered_at
from manual_calls h
where h.answered_at is not null and m.customer_id = h.customer_id and m.id = h.communication_id
  and m.delivered_at >= h.answered_at;
