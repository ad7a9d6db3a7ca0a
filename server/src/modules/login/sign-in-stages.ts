import type { NextStep } from '@regie/contract/login.ts'
import type { SignInStage } from '@regie/contract/sign-in-stage.ts'
import type { FactorType } from '@regie/contract/two-factor.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { passwordAllowed } from '../users/password-allowed.ts'

/** What decides how somebody goes on with signing in. */
export type SignInFacts = { methods: FactorType[]; isExpired: boolean; enforces: boolean; mayUsePassword: boolean }

/** Who knows the password gives his code first, then chooses a new password if it is too old, then sets up a factor if his organisation demands one. */
export function nextStage(
  { methods, isExpired, enforces }: Omit<SignInFacts, 'mayUsePassword'>,
  { factorGiven }: { factorGiven: boolean },
): SignInStage {
  if (methods.length > 0 && !factorGiven) return 'otp'
  if (isExpired) return 'passwordExpired'
  return enforces && methods.length === 0 && !factorGiven ? '2faSetup' : 'full'
}

const steps = { full: 'ok', otp: 'otp', '2faSetup': '2fa_setup', passwordExpired: 'password_expired' } as const

/** The stage as the browser is told; the methods only to who must choose one. */
export function stepOf(stage: SignInStage, methods: FactorType[]): NextStep {
  return stage === 'otp' ? { next: steps[stage], methods } : { next: steps[stage] }
}

/** The confirmed factors of a user and what his organisation asks. A password of before they were dated is as old as its account. */
export async function findSignInFacts(db: Db, userId: number, now: Date): Promise<SignInFacts> {
  const { rows } = await sql<SignInFacts>`
    select coalesce(c.enforce_two_factor, false) as enforces, ${passwordAllowed} as "mayUsePassword",
      coalesce(coalesce(u.password_changed_at, u.created_at) + make_interval(days => c.password_expiry_days) <= ${now}, false) as "isExpired",
      (select coalesce(json_agg(f.type), '[]') from (
        select type from user_factors where user_id = u.id and confirmed_at is not null
        union select 'passkey' from passkeys where user_id = u.id) f) as methods
    from users u left join customers c on c.id = u.customer_id where u.id = ${userId}`.execute(db)
  return rows[0] ?? { methods: [], isExpired: false, enforces: false, mayUsePassword: false }
}
