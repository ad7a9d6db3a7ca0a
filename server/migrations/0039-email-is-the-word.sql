-- The channel is called email everywhere, as its templates and its lines in the timeline are.
alter table communications disable trigger user;
alter table communications drop constraint communications_channel_check;
update communications set channel = 'email' where channel = 'mail';
alter table communications add constraint communications_channel_check check (channel in ('call', 'email', 'sms', 'whatsapp'));
alter table communications enable trigger user;

-- A generated column gets another expression only by being made again (PostgreSQL 15).
alter table outbox drop column uses_capacity;
update outbox set channel = 'email' where channel = 'mail';
alter table outbox add column uses_capacity boolean not null
  generated always as (channel <> 'email' and (state <> 'queued' or started_at is not null)) stored;
create index outbox_capacity on outbox (customer_id, batch_id) where uses_capacity;

alter table system_messages drop constraint system_messages_channel_check;
update system_messages set channel = 'email' where channel = 'mail';
alter table system_messages add constraint system_messages_channel_check check (channel in ('email', 'sms'));

-- Each window would compute the hours of its scripts anew; the word is replaced there as well.
alter table time_windows disable trigger user;
alter table extra_windows disable trigger user;
alter table scripts disable trigger user;
update time_windows set channels = array_replace(channels, 'mail', 'email') where 'mail' = any(channels);
update extra_windows set channels = array_replace(channels, 'mail', 'email') where 'mail' = any(channels);
update scripts set hours = replace(hours::text, '"mail"', '"email"')::jsonb where hours::text like '%"mail"%';
alter table time_windows enable trigger user;
alter table extra_windows enable trigger user;
alter table scripts enable trigger user;

update timeline set params = params || '{"channel":"email"}' where event = 'held' and params ->> 'channel' = 'mail';
