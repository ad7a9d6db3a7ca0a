-- The report of payments looks at what was paid, and which links were made, on some days.
create index payments_paid_on on payments (customer_id, paid_on);
create index payment_links_made on payment_links (customer_id, created_at);
