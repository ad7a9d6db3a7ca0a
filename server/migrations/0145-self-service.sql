-- What a debtor may do by themselves on the page of a payment link of a customer. One without a row has what the
-- product comes with (contract/src/self-service.ts).
create table self_service (
  customer_id bigint primary key references customers on delete cascade,
  part_allowed boolean not null,
  part_min_cents int not null check (part_min_cents > 0),
  plan_allowed boolean not null,
  plan_parts_max int not null check (plan_parts_max between 2 and 12),
  plan_part_min_cents int not null check (plan_part_min_cents > 0),
  day_allowed boolean not null,
  day_days_max int not null check (day_days_max between 1 and 60),
  -- Empty: until staff has looked.
  hardship_days int check (hardship_days between 1 and 90),
  help_name text not null check (length(help_name) <= 60),
  help_url text not null check (help_url ~ '^(https://[^[:space:]]{1,200})?$'),
  help_phone text not null check (length(help_phone) <= 25),
  message_allowed boolean not null,
  callback_allowed boolean not null,
  letters_allowed boolean not null,
  details_allowed boolean not null,
  wishes_allowed boolean not null,
  version int not null
);
select protect_by_customer('self_service');
