-- A case that closes ends its open call-backs; which those were is known, so that undoing it opens them again.
alter table callbacks
  add column ended_by_closing boolean not null default false,
  add constraint callbacks_ended_check check (not ended_by_closing or state = 'cancelled');

update callbacks k
set state = 'cancelled', ended_by_closing = true, version = k.version + 1
from cases c
where c.customer_id = k.customer_id and c.id = k.case_id and c.status = 'closed' and k.state = 'open';

-- The list is of the whole team; a view of one's own call-backs says so in the new word.
update saved_views
set filters = (filters - 'mine') || '{"whose":"mine"}'
where list = 'callbacks' and filters ->> 'mine' = 'yes';
