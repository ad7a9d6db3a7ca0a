-- What an inspector of the Wki asks for (docs/decisions/0067-compliance-file.md): the registration of the organisation
-- with its terms, and of each member of staff the certificate of conduct (VOG) and the training.
create table compliance_files (
  customer_id bigint primary key references customers on delete cascade,
  wki_number text not null check (length(wki_number) <= 40),
  renew_before date,
  -- Empty: a VOG is not renewed.
  vog_months int check (vog_months between 1 and 120),
  refresher_months int not null check (refresher_months between 1 and 60),
  warn_days int not null check (warn_days between 1 and 365),
  registration_warn_days int not null check (registration_warn_days between 1 and 730),
  complaint_days int not null check (complaint_days between 1 and 90),
  changed_at timestamptz not null,
  changed_by text not null,
  version int not null
);
select protect_by_customer('compliance_files');

-- It goes with the account: of who left nothing is kept here.
create table staff_records (
  customer_id bigint not null references customers on delete cascade,
  user_id bigint not null references users on delete cascade,
  collects boolean not null,
  vog_on date,
  training_level text check (training_level in ('employee', 'lead')),
  trained_on date,
  refreshed_on date check (refreshed_on >= trained_on),
  version int not null,
  primary key (customer_id, user_id),
  check ((training_level is null) = (trained_on is null)),
  check (refreshed_on is null or trained_on is not null)
);
create index staff_records_of_user on staff_records (user_id);
select protect_by_customer('staff_records');
