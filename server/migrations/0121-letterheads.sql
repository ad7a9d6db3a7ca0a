-- What a customer looks like on paper and on the payment page: its logo, and how it is reached.
create table letterheads (
  customer_id bigint primary key references customers on delete cascade,
  address text not null default '' check (length(address) <= 300),
  phone text not null default '' check (length(phone) <= 20),
  email text not null default '' check (length(email) <= 254),
  -- The number at the chamber of commerce: eight digits.
  chamber_number text not null default '' check (chamber_number ~ '^(\d{8})?$'),
  -- A PNG.
  logo bytea check (octet_length(logo) <= 204800),
  version int not null
);
select protect_by_customer('letterheads');
