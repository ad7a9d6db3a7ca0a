import type { BatchCounts, BatchRow } from '@regie/contract/batches.ts'
import { type OpeningJson, openingJson } from '../hours/opening-json.ts'

/** What a batch takes from its script and customer; written once for all batches of the script. */
export type ScriptRules = {
  scriptID: number
  scriptName: string
  active: boolean
  opening: OpeningJson
  maxLines: number
  maxTransfers: number
}

/** A batch as the database returns it: the row of the contract without what is worked out here. Instants are as JSON of PostgreSQL has them. */
export type BatchData = Pick<
  BatchRow,
  | 'batchID'
  | 'customerID'
  | 'scriptID'
  | 'name'
  | 'status'
  | 'priority'
  | 'comments'
  | 'version'
  | 'importedAt'
  | 'pausedUntil'
  | 'ownLines'
  | 'trial'
> & {
  /** Number recognition, dialer, redial. */
  switches: boolean[]
  switched: Partial<Record<'numberRecognition' | 'dialerOn' | 'redialOn', { at: string; by: string }>>
  locked: { by: string; at: string; reason: string } | null
  counts: BatchCounts
  /** When the first case may take its next step, or the first message that waits may leave; null when none waits for time. */
  nextDueAt: string | null
  /** A case or the next message is held because the provider that should carry it is off or deleted. */
  providerOff: boolean | null
}

/** The answer of a question that `batchesJson` made: values by place, as in `columns`, and behind them the sort value. */
export type BatchesAnswer = { rules: ScriptRules[]; batches: unknown[][] }

// Numbers come from the kept counters, never from the cases.
const counters: Record<keyof BatchCounts, string> = {
  total: 'total',
  open: 'open',
  closed: 'closed',
  busy: 'busy',
  paused: 'paused',
  notCalled: 'not_called',
  human: 'human',
  voicemail: 'voicemail',
  other: 'other',
  transfers: 'transfers',
  emails: 'emails',
  sms: 'sms',
  whatsapp: 'whatsapp',
  paymentLinks: 'payment_links',
  paid: 'paid',
  unknown: 'unknown',
}

const columns: Record<keyof BatchData, string> = {
  batchID: 'b.id',
  customerID: 'b.customer_id',
  scriptID: 'b.script_id',
  name: 'b.name',
  status: 'b.status',
  priority: 'b.priority',
  comments: 'b.comments',
  version: 'b.version',
  importedAt: 'b.imported_at',
  pausedUntil: 'b.paused_until',
  ownLines: 'b.own_lines',
  trial: 'b.trial',
  switches: 'array[b.number_recognition, b.dialer_on, b.redial_on]',
  switched: 'b.switched',
  locked: "case when b.locked_at is not null then json_build_object('by', b.locked_by, 'at', b.locked_at, 'reason', b.lock_reason) end",
  // What is claimed or on its way keeps its moment until it has left, so it is due. Each channel is one look into outbox_due.
  nextDueAt: `case when b.status = 'open' then least(
    (select min(due_at) from case_runs r
      where r.customer_id = b.customer_id and r.batch_id = b.id and r.state in ('ready', 'sleeping') and r.owner is null),
    (select min(m.next_at)
      from unnest(array['email', 'sms', 'whatsapp', 'call']) as its(channel)
      cross join lateral (
        select o.next_at
        from outbox o
        where o.channel = its.channel and o.customer_id = b.customer_id and o.batch_id = b.id
          and (its.channel <> 'call' or b.dialer_on)
        order by o.next_at
        limit 1) m)) end`,
  providerOff: `case when b.status = 'open' then exists (
    select from case_runs r
    where r.customer_id = b.customer_id and r.batch_id = b.id and r.held = 'providerOff'
      and r.state in ('ready', 'sleeping') and r.owner is null) or exists (
    select
    from unnest(array['email', 'sms', 'whatsapp', 'call']) as its(channel)
    cross join lateral (
      select o.communication_id
      from outbox o
      where o.channel = its.channel and o.customer_id = b.customer_id and o.batch_id = b.id
      order by o.next_at
      limit 1) next
    join communications m on m.customer_id = b.customer_id and m.id = next.communication_id
    where m.reason = 'providerOff') end`,
  counts: `array[${Object.values(counters)
    .map((counter) => `k.${counter}`)
    .join(', ')}]`,
}

/**
 * SQL: the columns of BatchesAnswer for a page of batches. Names and rules are not repeated with every batch: 1.8 ms of CPU for 200 of them
 * in PostgreSQL and a third of the text, where rows with names took 4.8.
 */
export const batchesJson = ({ page, order = 'b.id', sortValue = 'b.id' }: { page: string; order?: string; sortValue?: string }) => ({
  with: `page as materialized (${page})`,
  columns: `
    (select coalesce(json_agg(json_build_object('scriptID', s.id, 'scriptName', s.name, 'active', s.active, 'opening',
      ${openingJson('s', 'c')},
        'maxLines', s.max_lines, 'maxTransfers', s.max_transfers)), '[]')
      from scripts s
      join customers c on c.id = s.customer_id
      where (s.customer_id, s.id) in (select customer_id, script_id from page)) as rules,
    (select coalesce(json_agg(json_build_array(${Object.values(columns).join(', ')}, (${sortValue})::text)
          order by ${order}),
      '[]')
      from page b
      join batch_counters k on k.customer_id = b.customer_id and k.batch_id = b.id) as batches`,
})

const names = Object.keys(columns)
const counterNames = Object.keys(counters)
const countsAt = names.indexOf('counts')

/** The values of a batch by their names again. */
export function batchDataOf(values: readonly unknown[]): BatchData {
  const batch = named(names, values)
  batch['counts'] = named(counterNames, values[countsAt] as number[])
  return batch as BatchData
}

export const sortValueOf = (values: readonly unknown[]) => values[names.length] as string

function named(keys: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const [at, key] of keys.entries()) object[key] = values[at]
  return object
}
