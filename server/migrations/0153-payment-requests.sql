-- A payment link may have its page at AcceptEmail or MailToPay: then it is a payment request. `provider`: whoever took
-- it ended it, by a refusal or by withdrawing it.
alter table payment_links
  add column request_kind text check (request_kind in ('acceptemail', 'mailtopay')),
  drop constraint payment_links_ended_for_check,
  add constraint payment_links_ended_for_check check (
    ended_for in ('batchClosed', 'amountChanged', 'paymentBooked', 'deleted', 'provider'));

-- What the provider has of a request. `asked_at`: since when it may have it; `next_at`: when it is asked, or asked
-- about, the next time; null: never again. Each time that it is made anew it has another `asked_at`.
create table payment_requests (
  customer_id bigint not null,
  payment_link_id bigint not null,
  template_id bigint,
  state text not null default 'waiting' check (state in ('waiting', 'made', 'refused')),
  asked_at timestamptz,
  tries integer not null default 0,
  next_at timestamptz,
  provider_ref text,
  page_url text,
  image_urls text[] not null default '{}',
  -- In the provider's own words: how it stands, and why it was refused.
  provider_status text not null default '',
  is_status_known boolean not null default true,
  checked_at timestamptz,
  -- Of one that is over here: whether its provider knows. Null: nobody tried to say so.
  withdrawal text check (withdrawal in ('told', 'untold')),
  -- Names the picture of its status in a mail, and nothing else.
  image_token text not null unique check (length(image_token) = 22),
  primary key (customer_id, payment_link_id),
  foreign key (customer_id, payment_link_id) references payment_links (customer_id, id) on delete cascade,
  check ((state = 'made') = (provider_ref is not null and page_url is not null))
);
create index payment_requests_due on payment_requests (next_at) where next_at is not null;
select protect_by_customer('payment_requests');
