-- When a claim is time-barred, and what interrupted that. The interruptions are evidence: written once, withdrawn
-- with a reason, never removed (server/sql/interruptions-kept.sql).
create table interruptions (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  on_day date not null,
  how text not null check (how in ('letter', 'email', 'acknowledgement', 'payment', 'legalAction')),
  note text not null default '' check (length(note) <= 1000),
  by_user text not null,
  at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by text,
  withdrawn_reason text check (length(withdrawn_reason) between 1 and 500),
  primary key (customer_id, id),
  unique (id),
  foreign key (customer_id, case_id) references cases (customer_id, id),
  check ((withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null) = (withdrawn_reason is null))
);
-- The same thing is written down once, however often it is sent.
create unique index interruptions_once on interruptions (customer_id, case_id, on_day, how) where withdrawn_at is null;
create index interruptions_of_case on interruptions (customer_id, case_id, on_day);
select protect_by_customer('interruptions');

-- The days of those that count, and the first day on which the claim is time-barred (server/sql/barred-on.sql):
-- kept, so that those of the next months are found without looking at cases. Null: not known. No case has a kind
-- of claim yet.
alter table cases
  add column interrupted_on date[] not null default '{}',
  add column barred_on date;
create index cases_barred on cases (customer_id, barred_on, id)
  where barred_on is not null and status <> 'closed';

-- Scripts with fields of their own get the two that limitation asks for; the others have those of the product.
update scripts s
set fields = s.fields || n.fields, fields_version = s.fields_version + 1
from (
  select o.customer_id, o.id, jsonb_agg(f order by f ->> 'key') as fields
  from scripts o
  cross join jsonb_array_elements('[
    {
      "key": "soort_vordering", "type": "choice", "required": false, "maxLength": 100,
      "label": {"nl": "Soort vordering", "eng": "Kind of claim", "fr": "Nature de la créance"},
      "aliases": ["vorderingssoort", "type vordering", "claim type", "type of claim", "type de créance"],
      "choices": ["overeenkomst", "periodiek", "consumentenkoop", "vonnis"]
    },
    {
      "key": "vonnisdatum", "type": "date", "required": false, "maxLength": 100,
      "label": {"nl": "Vonnisdatum", "eng": "Judgment date", "fr": "Date du jugement"},
      "aliases": ["datum vonnis", "vonnis d.d.", "date of judgment", "date jugement"]
    }
  ]') f
  where not exists (select from jsonb_array_elements(o.fields) k where k ->> 'key' = f ->> 'key')
  group by o.customer_id, o.id) n
where s.customer_id = n.customer_id and s.id = n.id and s.fields is not null;
