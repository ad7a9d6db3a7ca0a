-- A payment that staff books ends the payment links of the case: nobody pays twice.
alter table payment_links
  drop constraint payment_links_ended_for_check,
  add constraint payment_links_ended_for_check check (ended_for in ('batchClosed', 'amountChanged', 'paymentBooked'));
