import type { Services } from '../../services.ts'
import { auditRow } from '../audit/record-audit.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { withoutEvents } from '../../platform/db/scope.ts'
import type { Account } from '../identity/users/user-queries.ts'
import { newSession } from './session-changes.ts'
import type { SignInStage } from '@regie/contract/sign-in-stage.ts'

type Entry = {
  stage: SignInStage
  address: string
  userAgent: string
  formerSecretHash: Buffer | null
  attemptId: number | null
  /** From a browser of his own, whatever strangers brought about. */
  evenIfDelayed: boolean
}

// Everything that a good sign-in changes, in one statement and one commit: of ten statements in turns most of the time was the turns.
// Who is delayed or locked at this moment is not let in, nor whose password was changed while it was checked, and nothing changes.
// No column that the audit log keeps of a user changes at all, so that its trigger need not look: a delay that has passed goes the longer way.
const statementOf = (evenIfDelayed: boolean) =>
  prepared<{ is_in: boolean }>(
    evenIfDelayed ? 'open-session-delayed' : 'open-session',
    `with me as (
      update users set last_login_at = $2${evenIfDelayed ? '' : ', failed_logins = 0, failures_since = null'}
      where id = $1 and locked_at is null and password_hash = $11 ${evenIfDelayed ? '' : 'and delayed_until is null'}
      returning id
    ), told as (
      insert into audit (customer_id, user_id, username, via, address, request_id, action, entity, entity_id, before,
        after)
      select l.customer_id, l.user_id, l.username, l.via, l.address, l.request_id, l.action, l.entity, l.entity_id,
        l.before::jsonb, l.after::jsonb
      from me,
        jsonb_to_record($3::jsonb) as l(customer_id bigint, user_id bigint, username text, via text, address text,
          request_id uuid, action text,
        entity text, entity_id text, before text, after text)
    ), opened as (
      insert into sessions (user_id, created_at, seen_at, confirmed_at, secret_hash, stage, user_agent, address,
        expires_at)
      select id, $2, $2, $2, $4, $5, $6, $7, $8 from me
    ), over as (
      delete from sessions
      where exists (select from me) and (secret_hash = $9 or (user_id = $1 and expires_at <= $2))
      returning user_id, secret_hash
    ), forgotten as (
      delete from failed_sign_ins where id = $10 and exists (select from me)
    )
    select exists (select from me) as is_in,
      (select count(publish_session_ended(user_id))
        from over
        where secret_hash = $9)`,
  )
const openFree = statementOf(false)
const openDelayed = statementOf(true)

/** Opens the session of somebody whose password was right and answers its secret; null when his account is delayed or locked at this moment. */
export async function openSession({ pool, clock }: Services, user: Account, entry: Entry): Promise<string | null> {
  const now = clock.now()
  const { stage, userAgent, address } = entry
  const { secret, row } = newSession({ userId: user.id, stage, userAgent, address }, now)
  const line = auditRow({
    entity: 'user',
    entityId: user.id,
    userId: user.id,
    username: user.username,
    customerId: user.customer_id,
    after: { stage },
  })
  const statement = entry.evenIfDelayed ? openDelayed : openFree
  const values = [
    user.id,
    now,
    JSON.stringify(line),
    row.secret_hash,
    stage,
    row.user_agent,
    address,
    row.expires_at,
    entry.formerSecretHash,
    entry.attemptId,
    user.password_hash,
  ]
  const [outcome] = await withoutEvents(() => statement(pool, values))
  return outcome?.is_in ? secret : null
}
