-- Promises made to a member of staff that are still to come, for their first screen.
create index payment_promises_awaited on payment_promises (customer_id, by_user, id) where state = 'open';
