-- A mail that its server does not give keeps the mails after it waiting no longer than five tries.
alter table mailboxes add column not_given int not null default 0;
