-- A contact is a person on the customer's side: who gets reports, and who signs in. How users are reached stood in
-- columns of their account; it moves here, and every user keeps it.
create table contacts (
  -- Null: of a user of the installation, who is at home with no customer.
  customer_id bigint references customers,
  id bigint generated always as identity primary key,
  -- Who signs in; an account that goes leaves its contact (server/sql/contacts-of-users.sql).
  user_id bigint unique references users,
  salutation text not null default 'geen' check (salutation in ('dhr', 'mevr', 'geen')),
  initials text not null default '' check (length(initials) <= 20),
  first_name text not null default '',
  middle_name text not null default '' check (length(middle_name) <= 40),
  last_name text not null default '',
  department text not null default '' check (length(department) <= 100),
  job_title text not null default '' check (length(job_title) <= 100),
  email text not null default '',
  -- E.164; empty is none.
  phone text not null default '' check (phone ~ '^(\+[0-9]{6,15})?$'),
  mobile text not null default '' check (mobile ~ '^(\+[0-9]{6,15})?$'),
  -- Of who signs in the language of their account stands before it.
  locale text not null default 'nl' check (locale in ('nl', 'eng', 'fr')),
  notes text not null default '' check (length(notes) <= 2000),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  unique (customer_id, id),
  constraint contacts_of_somebody check (customer_id is not null or user_id is not null),
  -- Accounts of before may have no name or address yet.
  constraint contacts_reachable check (user_id is not null or last_name <> '' and email <> '')
);
create index contacts_by_name on contacts (customer_id, lower(last_name), id);
create index contacts_by_email on contacts (customer_id, lower(email));
select protect_by_customer('contacts', 'customer_id',
  'customer_id is null or user_id = (select nullif(current_setting(''regie.user'', true), '''')::bigint)');

insert into contacts (
  customer_id, user_id, initials, first_name, middle_name, last_name, email, phone, mobile, locale, created_at,
  updated_at, version)
select customer_id, id, initials, first_name, middle_name, last_name, email, phone, mobile,
  case when settings ->> 'locale' in ('nl', 'eng', 'fr') then settings ->> 'locale' else 'nl' end, created_at,
  created_at, version
from users
order by id;

alter table users
  drop column initials,
  drop column first_name,
  drop column middle_name,
  drop column last_name,
  drop column email,
  drop column phone,
  drop column mobile,
  drop column version;
