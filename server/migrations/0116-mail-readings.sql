-- What is known of the reading of a mail whose template asks for it: when it was first opened and
-- a link in it first followed, by a person or perhaps by a program. No address, no device.
create table mail_readings (
  customer_id bigint not null,
  communication_id bigint not null,
  opened_at timestamptz,
  maybe_opened_at timestamptz,
  clicked_at timestamptz,
  maybe_clicked_at timestamptz,
  primary key (customer_id, communication_id),
  foreign key (customer_id, communication_id) references communications (customer_id, id) on delete cascade
);
select protect_by_customer('mail_readings');
