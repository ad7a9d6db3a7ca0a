-- Call-backs and complaints keep views by name too.
alter table saved_views
  drop constraint saved_views_list_check,
  add constraint saved_views_list_check
    check (list in ('cases', 'batchCases', 'batches', 'audit', 'callbacks', 'complaints'));
