-- What a report is made of is kept by name, as what a list shows is.
alter table saved_views
  drop constraint saved_views_list_check,
  add constraint saved_views_list_check check (
  list in ('cases', 'batchCases', 'batches', 'audit', 'callbacks', 'complaints', 'contacts', 'reports'));
