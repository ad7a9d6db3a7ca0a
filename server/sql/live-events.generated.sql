-- How SQL publishes live events: made by `npm run tables` from contract/src/live-events.ts, never changed by hand.

create or replace function publish_batch_changed(customer_id bigint, batch_id bigint)
returns void language sql as $$
  select pg_notify('live', json_build_object(
    'kind', 'batch.changed',
    'customerId', customer_id,
    'batchId', batch_id)::text)
$$;

create or replace function publish_case_changed(customer_id bigint, batch_id bigint, case_id bigint)
returns void language sql as $$
  select pg_notify('live', json_build_object(
    'kind', 'case.changed',
    'customerId', customer_id,
    'batchId', batch_id,
    'caseId', case_id)::text)
$$;

create or replace function publish_cases_changed(customer_id bigint, batch_id bigint, case_ids bigint[])
returns void language sql as $$
  select pg_notify('live', json_build_object(
    'kind', 'cases.changed',
    'customerId', customer_id,
    'batchId', batch_id,
    'caseIds', case_ids)::text)
$$;

create or replace function publish_statement_changed(customer_id bigint, statement_id bigint)
returns void language sql as $$
  select pg_notify('live', json_build_object(
    'kind', 'statement.changed',
    'customerId', customer_id,
    'statementId', statement_id)::text)
$$;

create or replace function publish_import_changed(customer_id bigint, import_id bigint)
returns void language sql as $$
  select pg_notify('live', json_build_object(
    'kind', 'import.changed',
    'customerId', customer_id,
    'importId', import_id)::text)
$$;

create or replace function publish_bulk_changed(customer_id bigint, bulk_id bigint, user_id bigint)
returns void language sql as $$
  select pg_notify('live', json_build_object(
    'kind', 'bulk.changed',
    'customerId', customer_id,
    'bulkId', bulk_id,
    'userId', user_id)::text)
$$;

create or replace function publish_script_changed(customer_id bigint, script_id bigint)
returns void language sql as $$
  select pg_notify('live', json_build_object(
    'kind', 'script.changed',
    'customerId', customer_id,
    'scriptId', script_id)::text)
$$;

create or replace function publish_presence_changed(customer_id bigint, case_id bigint)
returns void language sql as $$
  select pg_notify('live', json_build_object(
    'kind', 'presence.changed',
    'customerId', customer_id,
    'caseId', case_id)::text)
$$;

create or replace function publish_conversation_changed(customer_id bigint, conversation_id bigint)
returns void language sql as $$
  select pg_notify('live', json_build_object(
    'kind', 'conversation.changed',
    'customerId', customer_id,
    'conversationId', conversation_id)::text)
$$;

create or replace function publish_pairing_changed(customer_id bigint, provider_id bigint)
returns void language sql as $$
  select pg_notify('live', json_build_object(
    'kind', 'pairing.changed',
    'customerId', customer_id,
    'providerId', provider_id)::text)
$$;

create or replace function publish_chat_changed(customer_id bigint, channel_id bigint)
returns void language sql as $$
  select pg_notify('live', json_build_object(
    'kind', 'chat.changed',
    'customerId', customer_id,
    'channelId', channel_id)::text)
$$;

create or replace function publish_notifications_changed(customer_id bigint, user_id bigint)
returns void language sql as $$
  select pg_notify('live', json_build_object(
    'kind', 'notifications.changed',
    'customerId', customer_id,
    'userId', user_id)::text)
$$;

create or replace function publish_agent_changed(customer_id bigint, user_id bigint)
returns void language sql as $$
  select pg_notify('live', json_build_object(
    'kind', 'agent.changed',
    'customerId', customer_id,
    'userId', user_id)::text)
$$;

create or replace function publish_queue_changed(customer_id bigint, queue_id bigint)
returns void language sql as $$
  select pg_notify('live', json_build_object(
    'kind', 'queue.changed',
    'customerId', customer_id,
    'queueId', queue_id)::text)
$$;

create or replace function publish_session_ended(user_id bigint)
returns void language sql as $$
  select pg_notify('live', json_build_object(
    'kind', 'session.ended',
    'userId', user_id)::text)
$$;

create or replace function publish_callers_changed()
returns void language sql as $$
  select pg_notify('live', json_build_object(
    'kind', 'callers.changed')::text)
$$;

create or replace function publish_maintenance_changed()
returns void language sql as $$
  select pg_notify('live', json_build_object(
    'kind', 'maintenance.changed')::text)
$$;
