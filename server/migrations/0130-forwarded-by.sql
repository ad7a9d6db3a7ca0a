-- Who forwarded: it is shown under the mail. Unknown of those that were forwarded before.
alter table mail_forwards add column by_user_id bigint references users on delete set null;
