-- A provider may report that a call was put through to an agent.
alter table communications drop constraint communications_delivery_check;
alter table communications add constraint communications_delivery_check
  check (delivery in ('delivered', 'read', 'failed', 'answered', 'unanswered', 'voicemail', 'transferred'));
