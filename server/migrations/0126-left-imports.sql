-- Where another file would begin stand those that have no end yet; of all that were ever imported these are few.
create index imports_left on imports (customer_id, created_at desc)
where status in ('reading', 'mapping', 'checking', 'ready', 'importing');
