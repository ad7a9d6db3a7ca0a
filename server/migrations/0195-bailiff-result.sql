-- Cases that are with a bailiff were closed as returned to the client (RET); they have a result of their own (DRW).
-- Their timelines stay as they were written.
update cases c
set result = 'DRW', last_result = case when c.last_result = 'RET' then 'DRW' else c.last_result end
from hand_over_cases k
join hand_overs h on h.customer_id = k.customer_id and h.id = k.hand_over_id and h.kind = 'bailiff'
where k.customer_id = c.customer_id and k.case_id = c.id and k.state = 'handedOver'
  and c.status = 'closed' and c.result = 'RET';

-- A notification of a file leads to its hand-over.
create index hand_overs_of_file on hand_overs (customer_id, file_id);
