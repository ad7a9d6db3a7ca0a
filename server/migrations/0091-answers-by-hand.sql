-- What staff write themselves: an answer within half an hour, over a cap of their own customer, or in the thread of a
-- mail.
alter table communications
  add column answers_until timestamptz,
  add column passes_cap boolean not null default false;
alter table communication_contents add column in_reply_to text;
