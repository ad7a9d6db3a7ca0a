-- A link that ended because its case was paid says so, and no longer that the amount was changed.
alter table payment_links
  drop constraint payment_links_ended_for_check,
  add constraint payment_links_ended_for_check check (
    ended_for in ('batchClosed', 'amountChanged', 'paymentBooked', 'paid', 'deleted', 'provider', 'handedOver'));
