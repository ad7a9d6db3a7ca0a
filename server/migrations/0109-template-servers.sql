-- A mail server that sends one template alone, whatever the script or the customer sends by otherwise.
alter table providers
  add column template_id bigint,
  add foreign key (customer_id, template_id) references templates (customer_id, id) on delete cascade,
  add constraint providers_template_check
    check (template_id is null or (kind = 'smtp' and not is_default and not is_backup));
create unique index providers_template on providers (customer_id, template_id) where template_id is not null;
