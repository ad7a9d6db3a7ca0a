-- The word cloud reads what people and staff wrote, the newest first.
create index incoming_messages_written on incoming_messages (customer_id, came_at, id)
  where kind = 'message' and pressed is null;
create index communications_written on communications (customer_id, queued_at, id)
  where by_hand and idempotency_key like 'message:%';
create index conversation_answers_written on conversation_answers (customer_id, at, id);
create index case_notes_written on case_notes (customer_id, at, id);
