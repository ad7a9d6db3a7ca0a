-- Answers to who somebody is that were asked on the page of a payment link and not right, by case: after a few the door
-- is closed for an hour.
create table identity_answers (
  customer_id bigint not null,
  case_id bigint not null,
  wrong int not null check (wrong > 0),
  since timestamptz not null,
  primary key (customer_id, case_id),
  foreign key (customer_id, case_id) references cases (customer_id, id) on delete cascade
);
select protect_by_customer('identity_answers');
