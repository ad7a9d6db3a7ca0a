-- Received messages with words that begin so, the newest, and conversations about a case whose number begins so: asked
-- as the owner, for no policy keeps the owner from the index of words, for one customer that the connection serves.
create or replace function search_conversations(customer bigint, begins text, case_start text, most int)
returns table (conversation_id bigint, incoming_id bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare served text := coalesce(nullif(current_setting('regie.customers', true), ''), '{}');
begin
  if served <> '*' and not (customer = any (served::bigint[])) then return; end if;
  return query execute
    '(select m.conversation_id, m.id
      from incoming_messages m
      where $2 <> '''' and m.customer_id = $1 and m.conversation_id is not null
        and m.words @@ to_tsquery(''simple'', $2)
      order by m.id desc
      limit $4)
    union all
    (select v.id, null::bigint
      from case_search s
      join conversations v on v.customer_id = s.customer_id and v.case_id = s.case_id
      where s.customer_id = $1 and s.case_number like $3
      limit $4)'
    using customer, begins, case_start, most;
end $$;
revoke execute on function search_conversations from public;
