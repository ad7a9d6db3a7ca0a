import type { PrivacyPart } from '@regie/contract/privacy.ts'

/**
 * A table with data of persons: its part in what a person is shown, which rows are of them, what of a row is left out, and what erasing does with it.
 * In `where` the row is `t`, `$1` the customer, `$2` the cases, `$3` phone numbers and `$4` addresses of mail in lower case.
 */
export type PersonalTable = {
  part: PrivacyPart
  where: string
  /** Of others, or of use to nobody but us: secrets, search words, bytes that another file has. */
  without?: readonly string[]
  /** `emptied`: the row stays without what it said. `stays`: with the reason. */
  erasure: 'removed' | 'emptied' | { stays: string }
}

const ofCase = 't.customer_id = $1::bigint and t.case_id = any ($2::bigint[])'
const ofMessage = `t.customer_id = $1::bigint and t.communication_id in (
    select id from communications where customer_id = $1::bigint and case_id = any ($2::bigint[]))`
const isTheirs = `(t.case_id = any ($2::bigint[]) or t.case_id is null and lower(t.sender) = any ($3::text[] || $4::text[]))`
const ofIncoming = `t.customer_id = $1::bigint and t.incoming_id in (
    select t.id from incoming_messages t where t.customer_id = $1::bigint and ${isTheirs})`
const ofConversation = `t.customer_id = $1::bigint and t.conversation_id in (
    select id from conversations where customer_id = $1::bigint and case_id = any ($2::bigint[]))`
const ofPromise = `t.customer_id = $1::bigint and t.promise_id in (
    select id from payment_promises where customer_id = $1::bigint and case_id = any ($2::bigint[]))`
const ofLink = `t.customer_id = $1::bigint and t.payment_link_id in (
    select id from payment_links where customer_id = $1::bigint and case_id = any ($2::bigint[]))`
const noName = { stays: 'numbers and moments, of nobody once the case is' } as const

const rowWithout = (columns: readonly string[]) => `to_jsonb(t) - '{${['customer_id', ...columns].join()}}'::text[] as row`

/** SQL: the rows of a table that are of somebody, as JSON in column `row`, or with `counted` how many. Every parameter is used, whatever the table asks. */
export const rowsOfPerson = (name: string, { where, without = [] }: PersonalTable, isCounted = false) => `
    select ${isCounted ? 'count(*)::int as count' : rowWithout(without)}
    from ${name} t
    where ${where} and $2::bigint[] is not null and $3::text[] is not null and $4::text[] is not null`

/** Every table with data of the people that the customer calls and writes to. A new table stands here or in `otherTables`; a test asks. */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  cases: { part: 'cases', where: 't.customer_id = $1::bigint and t.id = any ($2::bigint[])', erasure: 'emptied' },
  case_search: { part: 'cases', where: ofCase, without: ['terms'], erasure: 'removed' },
  case_ibans: { part: 'cases', where: ofCase, without: ['iban_hash'], erasure: 'removed' },
  case_runs: { part: 'cases', where: ofCase, erasure: noName },
  case_variants: { part: 'cases', where: ofCase, erasure: noName },
  live_cases: { part: 'cases', where: ofCase, erasure: noName },
  identity_answers: { part: 'cases', where: ofCase, erasure: noName },
  debt_help: { part: 'arrangements', where: ofCase, erasure: 'emptied' },
  interruptions: { part: 'arrangements', where: ofCase, erasure: 'emptied' },
  callbacks: { part: 'arrangements', where: ofCase, erasure: 'emptied' },
  complaints: { part: 'arrangements', where: ofCase, erasure: 'emptied' },
  payment_promises: { part: 'arrangements', where: ofCase, erasure: noName },
  payment_promise_parts: { part: 'arrangements', where: ofPromise, erasure: noName },
  case_notes: { part: 'notes', where: ofCase, erasure: 'emptied' },
  communications: {
    part: 'messages',
    where: `t.customer_id = $1::bigint and (t.case_id = any ($2::bigint[])
      or t.case_id is null and t.person = any ($3::text[]))`,
    erasure: 'emptied',
  },
  communication_contents: { part: 'messages', where: ofMessage, erasure: 'emptied' },
  mail_readings: { part: 'messages', where: ofMessage, erasure: noName },
  sms_parts: { part: 'messages', where: ofMessage, erasure: noName },
  sms_reroutes: { part: 'messages', where: ofMessage, erasure: noName },
  outbox: { part: 'messages', where: ofCase, erasure: { stays: 'what is about to be sent keeps its case' } },
  message_job_cases: { part: 'messages', where: ofCase, erasure: noName },
  incoming_messages: { part: 'received', where: `t.customer_id = $1::bigint and ${isTheirs}`, without: ['words'], erasure: 'emptied' },
  mail_forwards: { part: 'received', where: ofIncoming, erasure: 'removed' },
  conversations: {
    part: 'received',
    where:
      't.customer_id = $1::bigint and (t.case_id = any ($2::bigint[]) or t.case_id is null and t.address = any ($3::text[] || $4::text[]))',
    erasure: 'emptied',
  },
  conversation_answers: { part: 'received', where: ofConversation, erasure: 'emptied' },
  web_chat_visits: { part: 'received', where: ofConversation, without: ['token_hash', 'begin_key'], erasure: 'removed' },
  whatsapp_people: { part: 'received', where: 't.customer_id = $1::bigint and t.phone = any ($3::text[])', erasure: 'removed' },
  sms_incoming_parts: {
    part: 'received',
    where: 't.customer_id = $1::bigint and t.sender = any ($3::text[])',
    erasure: { stays: 'minutes: until all parts of the message are here' },
  },
  queue_calls: { part: 'calls', where: ofCase, erasure: noName },
  missed_offers: { part: 'calls', where: ofMessage, erasure: noName },
  call_listeners: { part: 'calls', where: ofMessage, erasure: noName },
  desk_calls: { part: 'calls', where: ofCase, erasure: 'emptied' },
  call_guides: { part: 'calls', where: ofMessage, erasure: noName },
  call_guide_answers: { part: 'calls', where: ofMessage, erasure: noName },
  manual_calls: { part: 'calls', where: ofCase, erasure: noName },
  payments: { part: 'payments', where: ofCase, erasure: 'emptied' },
  payment_links: { part: 'payments', where: ofCase, without: ['token', 'idempotency_key'], erasure: noName },
  payment_events: { part: 'payments', where: ofLink, erasure: 'emptied' },
  payment_attempts: { part: 'payments', where: ofLink, erasure: noName },
  payment_requests: { part: 'payments', where: ofLink, without: ['image_token'], erasure: 'emptied' },
  bank_entries: {
    part: 'bankLines',
    where: `t.customer_id = $1::bigint and t.id in (
      select bank_entry_id from payments where customer_id = $1::bigint and case_id = any ($2::bigint[]))`,
    erasure: { stays: 'the books: seven years' },
  },
  timeline: { part: 'timeline', where: ofCase, erasure: 'removed' },
  sent_mails: { part: 'files', where: ofMessage, without: ['content'], erasure: 'removed' },
  mail_attachments: { part: 'files', where: ofCase, without: ['content'], erasure: 'removed' },
  incoming_attachments: { part: 'files', where: ofIncoming, without: ['content'], erasure: 'removed' },
  complaint_files: {
    part: 'files',
    where: `t.customer_id = $1::bigint and t.complaint_id in (
      select id from complaints where customer_id = $1::bigint and case_id = any ($2::bigint[]))`,
    erasure: 'removed',
  },
  case_documents: { part: 'files', where: ofCase, erasure: 'removed' },
  letters: { part: 'files', where: ofCase, erasure: 'removed' },
  letter_persons: { part: 'files', where: ofCase, erasure: 'removed' },
  evidence_packs: { part: 'files', where: ofCase, erasure: { stays: 'the proof that a pack that was handed out is ours' } },
  blacklist: {
    part: 'blacklist',
    where: 't.customer_id = $1::bigint and (t.case_id = any ($2::bigint[]) or t.value = any ($3::text[] || $4::text[]))',
    erasure: { stays: 'the objection itself: without it they would be called again' },
  },
  number_checks: { part: 'lookups', where: 't.customer_id = $1::bigint and t.number = any ($3::text[])', erasure: 'removed' },
  webhook_messages: { part: 'lookups', where: ofCase, erasure: 'removed' },
  notifications: { part: 'lookups', where: ofCase, erasure: noName },
  failure_codes: { part: 'lookups', where: ofCase, erasure: noName },
  case_holds: { part: 'lookups', where: ofCase, erasure: noName },
  case_skips: { part: 'lookups', where: ofCase, erasure: noName },
  demos: { part: 'lookups', where: ofCase, erasure: noName },
  undo_cases: { part: 'lookups', where: ofCase, erasure: noName },
  hand_over_cases: { part: 'lookups', where: ofCase, erasure: noName },
  audit: {
    part: 'audit',
    where: `t.customer_id = $1::bigint and t.entity = 'case' and t.entity_id = any (($2::bigint[])::text[])`,
    without: ['address'],
    erasure: { stays: 'accountability (article 5.2 AVG): the log is one chain, and its months go whole' },
  },
}

const staff = 'of the people who work with it, not of those that they contact'
const settings = 'what a customer chose'
const figures = 'sums and counts'
const system = 'the installation and its processes'
const names = 'names of things'

/** All the others, each with why nobody is looked for in it. */
export const otherTables: Readonly<Record<string, string>> = {
  agent_days: staff,
  agent_statuses: staff,
  agents: staff,
  api_keys: staff,
  chat_channels: staff,
  chat_members: staff,
  chat_messages: staff,
  chat_reads: staff,
  code_failures: staff,
  contact_list_members: staff,
  contact_lists: staff,
  contact_subscriptions: staff,
  contacts: 'people of the customer itself, removed on their own screen',
  exports: staff,
  failed_sign_ins: staff,
  feedback: staff,
  file_fetches: staff,
  former_passwords: staff,
  machine_keys: staff,
  notification_counts: staff,
  passkeys: staff,
  password_links: staff,
  presence: staff,
  recovery_codes: staff,
  request_keys: staff,
  right_group_members: staff,
  session_codes: staff,
  sessions: staff,
  sign_in_tries: staff,
  sso_attempts: staff,
  sso_subjects: staff,
  subscription_mails: staff,
  system_messages: staff,
  staff_records: staff,
  team_members: staff,
  user_factors: staff,
  users: staff,
  audit_seals: system,
  audit_settings: system,
  engines: system,
  job_runs: system,
  jobs_set_aside: system,
  maintenance: system,
  provider_connects: system,
  provider_events: 'keys of news that was heard, without content',
  provider_grants: system,
  provider_health: system,
  provider_prices: system,
  provider_troubles: system,
  schema_definitions: system,
  schema_migrations: system,
  simulated_events: 'the simulated provider, which is outside',
  simulated_payments: 'the simulated bank, which is outside',
  early_news: 'news of a message that is not known yet, for minutes',
  import_rows: 'rows of a file of the customer, which go with it after thirty days; what came of them are cases',
  file_parts: 'bytes of files, which go with their file',
  files: 'names and sizes; files of persons are found by their complaint',
  imports: 'what a file was and how many rows it had',
  undo_entries: 'what somebody did, for minutes',
  bulk_jobs: 'which filter somebody worked with',
  hand_overs: 'to which bailiff or client cases went; which ones stand in hand_over_cases',
  message_jobs: 'which filter somebody wrote to',
  bank_statements: 'accounts and sums of the customer itself',
  batch_counters: figures,
  batch_money: figures,
  dialing_minutes: figures,
  dialing_paces: figures,
  figure_alerts: figures,
  money_changes: figures,
  money_days: figures,
  payment_link_changes: figures,
  payment_link_days: figures,
  retention_runs: figures,
  privacy_requests: 'the register itself: numbers of cases and no name',
  retention_periods: settings,
  batches: names,
  customers: settings,
  extra_windows: settings,
  forward_lists: 'addresses of colleagues',
  guide_drafts: settings,
  guide_uses: settings,
  guide_versions: settings,
  guides: names,
  holiday_years: settings,
  holidays: settings,
  letterheads: settings,
  mail_paces: system,
  mailboxes: system,
  file_deliveries: settings,
  compliance_files: settings,
  print_shops: settings,
  print_batches: system,
  delivered_files: 'names of files and what became of them; whose cases came of one stands with the cases',
  outgoing_webhooks: settings,
  providers: settings,
  queue_members: staff,
  softphones: staff,
  queue_numbers: settings,
  queue_scripts: settings,
  queues: names,
  right_group_objects: settings,
  right_groups: names,
  right_objects: names,
  right_types: names,
  saved_views: settings,
  script_checks: 'played with a person whose name and numbers were made up; the number of the case goes with the case',
  script_drafts: settings,
  script_filters: settings,
  script_variables: settings,
  script_versions: settings,
  script_windows: settings,
  scripts: settings,
  self_service: settings,
  sms_lines: system,
  sounds: 'texts as they are spoken, for a week',
  sso_providers: settings,
  statutory_rates: 'the law',
  teams: names,
  template_files: settings,
  template_files_brought: settings,
  template_revisions: settings,
  templates: settings,
  time_windows: settings,
  voice_lines: system,
  web_chats: settings,
  webhook_attempts: 'how often something was tried',
  whatsapp_numbers: 'numbers of the customer itself',
  whatsapp_pairing_keys: system,
  whatsapp_pairings: 'a phone of the customer itself',
  whatsapp_texts: settings,
}
