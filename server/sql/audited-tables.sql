-- The tables whose changes by people stand in the audit log. A new table is one line here.

-- The table, what its rows are called, what identifies one, and the columns to hide or to ignore (divided by commas).
create or replace function audit_table(
  audited regclass, entity text, keys text, hidden text default '', ignored text default ''
) returns void language plpgsql as $$
declare
  op text;
  tables text;
begin
  foreach op in array array['insert', 'update', 'delete'] loop
    tables := case op
      when 'insert' then 'new table as new_rows'
      when 'delete' then 'old table as old_rows'
      else 'old table as old_rows new table as new_rows' end;
    execute format('create or replace trigger audit_%s after %s on %s referencing %s for each statement
      when (current_setting(''regie.actor'', true) <> '''') execute function audit_rows(%L, %L, %L, %L)',
      op, op, audited, tables, entity, keys, hidden, ignored);
  end loop;
end $$;

select audit_table('users', 'user', 'id', 'password_hash',
  'settings,failed_logins,failures_since,last_login_at');
select audit_table('contacts', 'contact', 'id', 'notes', 'version,updated_at');
select audit_table('contact_lists', 'contactList', 'id', '', 'version');
select audit_table('contact_subscriptions', 'contactSubscription', 'contact_id,key', '', 'mailed_until');
select audit_table('contact_list_members', 'contactListMember', 'list_id,contact_id');
select audit_table('customers', 'customer', 'id', '', 'sign_in_version');
select audit_table('letterheads', 'letterhead', 'customer_id', 'logo', 'logo_hash,version');
select audit_table('retention_periods', 'retention', 'customer_id', '', 'version,changed_at,changed_by');
select audit_table('compliance_files', 'complianceFile', 'customer_id', '', 'version,changed_at,changed_by');
select audit_table('staff_records', 'staffRecord', 'user_id', '', 'version');
select audit_table('privacy_requests', 'privacyRequest', 'id', '',
  'version,registered_at,registered_by,handled_at,handled_by');
select audit_table('self_service', 'selfService', 'customer_id', '', 'version');
select audit_table('right_types', 'rightType', 'id');
select audit_table('right_objects', 'rightObject', 'id');
select audit_table('right_groups', 'group', 'id', '', 'version');
select audit_table('right_group_members', 'groupMember', 'group_id,user_id');
select audit_table('right_group_objects', 'groupRight', 'group_id,object_id');
select audit_table('providers', 'provider', 'id', 'secret,dkim_key', 'tested_at,test_fault,test_text,version');
select audit_table('provider_prices', 'provider', 'provider_id');
select audit_table('sso_providers', 'singleSignOn', 'customer_id', 'client_secret');
select audit_table('sso_subjects', 'singleSignOnUser', 'user_id,subject');
select audit_table('password_links', 'passwordLink', 'user_id,kind', '', 'token_hash');
select audit_table('api_keys', 'apiKey', 'user_id', 'key_hash', 'last_used_at,last_used_from');
select audit_table('machine_keys', 'machineKey', 'id', 'key_hash',
  'prefix,last_used_at,last_used_from,refused_at,refused_from');
select audit_table('user_factors', 'factor', 'user_id,type', 'secret', 'last_used_at,last_step');
select audit_table('passkeys', 'passkey', 'id', 'public_key,credential_id', 'counter,last_used_at,transports');
select audit_table('statutory_rates', 'statutoryRate', 'kind,valid_from');
select audit_table('maintenance', 'maintenance', 'only_one', '', 'changed_at');
select audit_table('jobs_set_aside', 'job', 'id', '', 'job_key');
select audit_table('audit_settings', 'auditRetention', 'only_one');

-- Changes of the parts of a script stand in the log themselves, not that the script was touched.
select audit_table('scripts', 'script', 'id', '',
  'changed_at,version,times_version,variables_version,mapping_version,fields_version,hours');
select audit_table('script_versions', 'scriptVersion', 'id');
select audit_table('script_drafts', 'scriptDraft', 'script_id', '', 'version,changed_at');
select audit_table('guides', 'guide', 'id', '', 'version');
select audit_table('guide_versions', 'guideVersion', 'id', 'pieces');
select audit_table('guide_drafts', 'guideDraft', 'guide_id', 'pieces', 'version,changed_at,based_on');
select audit_table('guide_uses', 'guideUse', 'id');
select audit_table('script_variables', 'scriptVariable', 'script_id,key', '', 'reset_on');
select audit_table('script_filters', 'scriptFilter', 'id', '', 'version');
select audit_table('script_windows', 'scriptWindow', 'script_id,window_id');
select audit_table('script_checks', 'scriptCheck', 'id', '', 'subject,expected');
select audit_table('time_windows', 'timeWindow', 'id');
select audit_table('extra_windows', 'extraWindow', 'id');
select audit_table('holidays', 'holiday', 'script_id,day');
select audit_table('holiday_years', 'holidayYear', 'year');
select audit_table('templates', 'template', 'id', '', 'version');
select audit_table('template_revisions', 'templateRevision', 'id', '', 'version,texts');

select audit_table('batches', 'batch', 'id', '', 'version');
select audit_table('conversations', 'conversation', 'id', '',
  'person_name,address,provider_id,waiting_since,last_at,last_text,last_is_ours,unread,window_ends_at,sort_at');
select audit_table('conversation_answers', 'conversationAnswer', 'id', 'text', 'user_id,key,at');
select audit_table('forward_lists', 'forwardList', 'customer_id', '', 'version');
select audit_table('mail_forwards', 'mailForward', 'incoming_id', '', 'key,at');
select audit_table('web_chats', 'webChat', 'customer_id', '', 'version');
select audit_table('message_jobs', 'messageJob', 'id', '', 'done,reached,total,last_id,finished_at,undo_entry_id');
select audit_table('bulk_jobs', 'bulk', 'id', '', 'done,reached,skipped,total,started_at,finished_at');
select audit_table('hand_overs', 'handOver', 'id', 'note');
select audit_table('hand_over_cases', 'handOverCase', 'hand_over_id,case_id');
select audit_table('cases', 'case', 'id', '',
  'version,updated_at,status_at,live_state,paid_soon_cents,promised_cents,promised_on,payment_reference,interrupted_on,'
  'barred_on');
select audit_table('case_notes', 'note', 'id', 'text');
select audit_table('callbacks', 'callback', 'id', '', 'version,reminded_at');
select audit_table('payment_promises', 'promise', 'id');
select audit_table('payment_promise_parts', 'promisePart', 'promise_id,no');
select audit_table('complaints', 'complaint', 'id', 'text,outcome', 'reminded_at');
select audit_table('interruptions', 'interruption', 'id', 'note,withdrawn_reason');
select audit_table('debt_help', 'debtHelp', 'id', 'reference');
select audit_table('blacklist', 'blacklist', 'id');
select audit_table('failure_codes', 'failureCode', 'channel,provider,code', 'text',
  'count,first_at,last_at,communication_id,case_id');
select audit_table('payments', 'payment', 'id', 'note,withdrawn_reason');
select audit_table('manual_calls', 'manualCall', 'communication_id', '', 'answered_at');
select audit_table('desk_calls', 'deskCall', 'communication_id,user_id', '',
  'began_at,ended_at,held_at,hold_seconds,muted,note,missed,queue_id,left_at,returned_at');
select audit_table('call_listeners', 'callListener', 'communication_id,user_id', '', 'began_at,ended_at');
select audit_table('softphones', 'softphone', 'id', '', 'no,username,ends_at,tried_at');
select audit_table('call_guides', 'callGuide', 'communication_id,user_id', '', 'piece,turn,began_at');
select audit_table('case_skips', 'caseSkip', 'case_id,user_id,day');
select audit_table('demos', 'demo', 'case_id');
select audit_table('saved_views', 'savedView', 'id', 'filters,columns', 'version,changed_at,user_id');
select audit_table('file_deliveries', 'fileDelivery', 'id', 'secret',
  'version,next_at,claimed_until,looked_at,fault,failing_since,remembered');
select audit_table('print_shops', 'printShop', 'customer_id', 'secret', 'version,fault,failing_since');
select audit_table('outgoing_webhooks', 'outgoingWebhook', 'id', 'secret,former_secret',
  'version,failing_since,last_sent_at');
select audit_table('teams', 'team', 'id', '', 'version');
select audit_table('team_members', 'teamMember', 'team_id,user_id');
select audit_table('queues', 'queue', 'id', '', 'version');
select audit_table('queue_numbers', 'queueNumber', 'number');
select audit_table('queue_members', 'queueMember', 'queue_id,user_id', '', 'team_id');
select audit_table('queue_scripts', 'queueScript', 'script_id');
select audit_table('chat_channels', 'chatChannel', 'id', '', 'version,last_at,pair');
select audit_table('chat_members', 'chatMember', 'channel_id,user_id');
select audit_table('chat_messages', 'chatMessage', 'id', 'text', 'mentioned,by_user_id');
