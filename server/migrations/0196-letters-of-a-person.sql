-- Which persons a letter reached, so that caps count letters over the cases of one person as they count messages: the
-- addresses of its case at the time, in lower case. A table of its own, found by equality: under a policy PostgreSQL
-- uses an index for nothing else. server/sql/letter-persons.sql fills it.
create table letter_persons (
  customer_id bigint not null,
  letter_id bigint not null,
  case_id bigint not null,
  person text not null,
  primary key (customer_id, person, letter_id),
  foreign key (customer_id, letter_id) references letters (customer_id, id) on delete cascade
);
create index letter_persons_of_letter on letter_persons (customer_id, letter_id);
create index letter_persons_of_case on letter_persons (customer_id, case_id);
select protect_by_customer('letter_persons');

insert into letter_persons (customer_id, letter_id, case_id, person)
select distinct l.customer_id, l.id, l.case_id, lower(a.value)
from letters l
join cases c on c.customer_id = l.customer_id and c.id = l.case_id
cross join lateral unnest(array[c.phone, c.mobile, c.email]) as a(value)
where a.value is not null;
