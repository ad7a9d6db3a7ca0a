-- Staff may mark a link as paid, for money that came in another way, and delete one; both can be taken back.
alter table payment_links
  drop constraint payment_links_ended_for_check,
  add constraint payment_links_ended_for_check
    check (ended_for in ('batchClosed', 'amountChanged', 'paymentBooked', 'deleted'));
-- A payment by a link that somebody booked: its link was marked as paid.
alter table payments
  drop constraint payments_check,
  drop constraint payments_method_check1,
  add constraint payments_check check (payment_link_id is not null or booked_by is not null),
  add constraint payments_method_check1 check ((booked_by is null) = (method is null));
