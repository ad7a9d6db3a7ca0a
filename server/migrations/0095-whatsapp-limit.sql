-- With how many people a number began within a day is counted by when messages left.
alter table communications
  add column whatsapp_started_at timestamptz
    generated always as (case when channel = 'whatsapp' then started_at end) stored;
create index communications_whatsapp_begun on communications (customer_id, whatsapp_started_at)
  where whatsapp_started_at is not null;
