-- What an engine has claimed and not begun was allowed under the rules that a customer had then. When law or caps
-- change it goes back into the queue, so that it is asked again: what was saved holds at once. A claim that is under
-- way keeps the customer's row shared until it commits (outbox-claim.ts), so it comes wholly before or wholly after.
create or replace function release_claims_of_customer() returns trigger language plpgsql as $$
begin
  update outbox o set state = 'queued', owner = null
  from (
    select communication_id
    from outbox
    where customer_id = new.id and state = 'claimed'
    for update skip locked) w
  where o.customer_id = new.id and o.communication_id = w.communication_id;
  return null;
end $$;

create or replace trigger compliance_changed
  after update of compliance_profile, contact_caps, quiet_days_after_staff on customers
  for each row
  when (old.compliance_profile is distinct from new.compliance_profile
    or old.contact_caps is distinct from new.contact_caps
    or old.quiet_days_after_staff <> new.quiet_days_after_staff)
  execute function release_claims_of_customer();
