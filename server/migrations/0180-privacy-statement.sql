-- Where the privacy statement of a customer stands: the pages of its debtors lead to it. Empty: they do not.
alter table letterheads
  add column privacy_url text not null default ''
    check (length(privacy_url) <= 200 and privacy_url ~ '^(https://.+)?$');
