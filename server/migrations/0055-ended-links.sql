-- A payment link may be ended before its day: its batch was closed, or the case owes another amount by now. What the
-- bank has in hand is finished first; a link that was ended for a closing which is undone can be used again.
alter table payment_links
  add column ended_for text check (ended_for in ('batchClosed', 'amountChanged')),
  add column ended_at timestamptz,
  -- Its state before, and the undo entry of the closing.
  add column ended_from text,
  add column ended_by_undo_entry bigint,
  add check ((ended_for is null) = (ended_at is null) and (ended_for is null) = (ended_from is null));
create index payment_links_ended on payment_links (customer_id, ended_by_undo_entry)
  where ended_by_undo_entry is not null;
-- The links of a batch that can still be paid: how many closing it would end, and which.
create index payment_links_open on payment_links (customer_id, batch_id, id)
  where state not in ('paid', 'expired') and ended_at is null;
