-- How a payment that staff booked came in; and of a booking that was taken back, by which user and why.
alter table payments
  add column method text check (method in ('bank', 'cash', 'card', 'other')),
  add column withdrawn_by text,
  add column withdrawn_reason text not null default '' check (length(withdrawn_reason) <= 500);
update payments set method = 'other' where payment_link_id is null;
alter table payments
  add constraint payments_method_check1 check ((payment_link_id is null) = (method is not null));
