-- A link that staff made for a part of what is open: it holds for as long as that much is open.
alter table payment_links add column is_part boolean not null default false;
