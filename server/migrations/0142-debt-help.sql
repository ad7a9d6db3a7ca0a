-- Who helps a debtor with their debts, or winds them up: nobody is contacted about the case until staff write down that
-- it ended. What has ended stays, because interest may have stopped over its days.
create table debt_help (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  kind text not null check (kind in ('SHV', 'WSNP', 'BEW')),
  organisation text not null check (length(organisation) between 1 and 200),
  reference text not null default '' check (length(reference) <= 100),
  began_on date not null,
  -- When it is expected to end.
  ends_on date check (ends_on >= began_on),
  by_user text not null,
  at timestamptz not null,
  ended_on date check (ended_on >= began_on),
  ended_by text,
  primary key (customer_id, id),
  unique (id),
  foreign key (customer_id, case_id) references cases (customer_id, id),
  check ((ended_on is null) = (ended_by is null))
);
create index debt_help_of_case on debt_help (customer_id, case_id);
create unique index debt_help_lasting on debt_help (customer_id, case_id) where ended_on is null;
create index debt_help_ending on debt_help (customer_id, ends_on, case_id)
  where ended_on is null and ends_on is not null;
select protect_by_customer('debt_help');

-- Whether the customer asks no interest over those days: in favour of who owes, unless somebody says otherwise.
alter table customers add column debt_help_stops_interest boolean not null default true;
