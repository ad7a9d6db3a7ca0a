import type { RefusalReason } from '@regie/contract/cases.ts'
import type { Channel } from '@regie/contract/channels.ts'
import { postalAddressOf } from '@regie/contract/letters.ts'
import { contactChannels, sendsLetters } from '@regie/contract/script-steps-check.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { type RawBuilder, sql } from 'kysely'
import { sendChannels } from '../../gateways/gateways.ts'
import { publishCasesChanged } from '../../live/publish.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type AddressRow, addressesOf } from '../contact-facts/address-facts.ts'
import { personColumns } from '../contact-facts/person-facts.ts'
import { type AddressFacts, addressRefusal, postRefusal } from '../contact-permission/address-refusal.ts'
import { findRunSteps } from './find-run-steps.ts'

// The funnel counts who can reach nobody without looking at a case: `case_runs.unreachable` keeps the reason, by the rule of the lights. It depends on
// the case's numbers, address and wish, the blacklist, the batch's number recognition and the channels of the version that the run has. Whoever changes
// one of them calls this in the same transaction (docs/decisions/0025-unreachable-is-kept.md).

type Candidate = AddressRow & {
  case_id: number
  script_version_id: number
  unreachable: RefusalReason | null
  name: string
  fields: Record<string, string>
}

/** Looks again whether these cases can be reached by their scripts at all. */
export function refreshUnreachable(tx: Transaction, customerId: number, caseIds: readonly number[], now: Date): Promise<void> {
  return refresh(tx, customerId, sql`r.case_id = any(${caseIds}::bigint[])`, now)
}

/** The same for all cases of a batch. */
export function refreshUnreachableOfBatch(
  tx: Transaction,
  { customerId, batchId }: { customerId: number; batchId: number },
  now: Date,
): Promise<void> {
  return refresh(tx, customerId, sql`r.batch_id = ${batchId}`, now)
}

/** The same for all cases between two ids that are not at the end of their script. */
export function refreshUnreachableBetween(
  tx: Transaction,
  customerId: number,
  { after, until }: { after: number; until: number },
  now: Date,
): Promise<void> {
  return refresh(tx, customerId, sql`r.case_id > ${after} and r.case_id <= ${until} and r.state <> 'finished'`, now)
}

async function refresh(tx: Transaction, customerId: number, which: RawBuilder<unknown>, now: Date): Promise<void> {
  const candidates = await findCandidates(tx, customerId, which, now)
  if (candidates.length === 0) return
  const reachesOf = new Map<number, Reaches>()
  for (const id of new Set(candidates.map((row) => row.script_version_id)))
    reachesOf.set(id, reachesBy(await findRunSteps(tx, customerId, id)))
  const changes = candidates.flatMap((row) => {
    const reason = row.is_demo ? null : reasonFor(row, reachesOf.get(row.script_version_id) ?? { channels: [], letters: false })
    return reason === row.unreachable ? [] : [{ caseId: row.case_id, reason }]
  })
  await save(tx, customerId, changes)
}

// Each of these is always carried by somebody, the installation or a provider of the customer; switched off, it is still the one that was asked for.
const carried: AddressFacts['providers'] = Object.fromEntries(sendChannels.map((channel) => [channel, {}]))

/** By what a script reaches people. */
type Reaches = { channels: readonly Channel[]; letters: boolean }

const reachesBy = (steps: readonly ScriptStep[]): Reaches => ({ channels: contactChannels(steps), letters: sendsLetters(steps) })

/** Null as soon as one channel of the script or a letter reaches the person; else why the first of them does not. */
function reasonFor(row: Candidate, { channels, letters }: Reaches): RefusalReason | null {
  const facts = { ...addressesOf(row), providers: carried }
  const refusals = channels.map((channel) => addressRefusal(facts, channel))
  if (letters) refusals.push(postRefusal(facts, { hasAddress: postalAddressOf(row.name, row.fields) !== null, isSimulated: false }))
  return refusals.every((refusal) => refusal !== null) ? (refusals[0] ?? null) : null
}

/**
 * Cases that may have to change. Who surely is reached is left out in SQL, since of an import nearly everybody is: no wish, nothing on the blacklist, and
 * an address for a channel of the script. Which number is a mobile phone is read afterwards, except for the plainest Dutch ones.
 */
async function findCandidates(tx: Transaction, customerId: number, which: RawBuilder<unknown>, now: Date): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with runs as materialized (
      select r.case_id, r.batch_id, r.script_version_id, r.unreachable
      from case_runs r
      where r.customer_id = ${customerId} and ${which}),
    versions as materialized (
      select v.id, bool_or(s ->> 'kind' = 'send-email') as emails,
        bool_or(s ->> 'kind' in ('send-sms', 'send-whatsapp')) as texts,
        bool_or(s ->> 'kind' = 'call') as calls
      from script_versions v
      cross join lateral jsonb_array_elements(v.steps) s
      where v.customer_id = ${customerId} and v.id in (select script_version_id from runs)
      group by v.id)
    select r.case_id, r.script_version_id, r.unreachable, c.name, c.fields, c.phone, c.mobile, c.email,
      b.number_recognition, b.is_demo,
      ${sql.raw(personColumns('c', `'${now.toISOString()}'::timestamptz`))}
    from runs r
    join versions v on v.id = r.script_version_id
    join cases c on c.customer_id = ${customerId} and c.id = r.case_id
    join batches b on b.customer_id = ${customerId} and b.id = r.batch_id
    where r.unreachable is not null
      or coalesce(c.fields ->> 'contactvoorkeur', '') <> ''
      or exists (
        select from blacklist l
        where l.customer_id = ${customerId} and l.kind = 'phone' and l.value = any(array[c.phone, c.mobile]))
      or exists (
        select from blacklist l
        where l.customer_id = ${customerId} and l.kind = 'email' and l.value = lower(c.email))
      or not coalesce(
        (v.emails and c.email <> '')
        or (v.calls and coalesce(nullif(c.mobile, ''), c.phone) <> '')
        or (v.texts and c.mobile ~ '^\\+316[1-58][0-9]{7}$'), false)`.execute(tx)
  return rows
}

async function save(
  tx: Transaction,
  customerId: number,
  changes: readonly { caseId: number; reason: RefusalReason | null }[],
): Promise<void> {
  if (changes.length === 0) return
  const { rows } = await sql<{ batchId: number; caseId: number }>`
    with taken as materialized (
      select r.case_id, p.reason
      from unnest(${changes.map(({ caseId }) => caseId)}::bigint[], ${changes.map(({ reason }) => reason)}::text[])
        as p(case_id, reason)
      join case_runs r on r.customer_id = ${customerId} and r.case_id = p.case_id
      order by r.case_id
      for update of r)
    update case_runs r
    set unreachable = t.reason
    from taken t
    where r.customer_id = ${customerId} and r.case_id = t.case_id
    returning r.batch_id as "batchId", r.case_id as "caseId"`.execute(tx)
  for (const [batchId, of] of Map.groupBy(rows, (row) => row.batchId))
    await publishCasesChanged(tx, { customerId, batchId, caseIds: of.map(({ caseId }) => caseId) })
}
