import type { CaseStatus } from '@regie/contract/cases.ts'
import type { BatchStatus } from '@regie/contract/batches.ts'
import type { ComplianceProfileName } from '@regie/contract/customers.ts'
import { ownCustomerRight } from '@regie/contract/right-codes.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { type Insertable, sql } from 'kysely'
import type { Batches, Cases } from '../src/platform/db/tables.generated.ts'
import { hashPassword } from '../src/platform/security/password-hash.ts'
import { hashToken, newToken } from '../src/platform/security/secret-token.ts'
import type { Services } from '../src/services.ts'
import { insertTemplate, type NewTemplate } from './insert-template.ts'

export type Staff = { userId: number; username: string; secret: string; password: string }
export type BuiltScript = { id: number; customerId: number; versionId: number; firstStep: string }
export type BuiltBatch = { id: number; customerId: number; script: BuiltScript }
export type BuiltCase = { id: number; customerId: number; batchId: number }

type NewUser = {
  username?: string
  password?: string
  rights?: readonly number[]
  customers?: readonly number[]
  /** Where he belongs; null is the installation. */
  home?: number | null
}
type NewScript = { customerId?: number; profile?: ComplianceProfileName; steps?: ScriptStep[]; active?: boolean; name?: string }
type NewBatch = { script?: BuiltScript; customerId?: number; cases?: number; status?: BatchStatus } & Partial<
  Pick<Insertable<Batches>, 'name' | 'priority' | 'paused_until' | 'imported_at'>
>
type BuiltTemplate = Omit<NewTemplate, 'texts'> & Partial<Pick<NewTemplate, 'texts'>>
type NewCase = { batch?: BuiltBatch; status?: CaseStatus } & Partial<Omit<Insertable<Cases>, 'customer_id' | 'batch_id' | 'status'>>

const password = 'Zonnebloem 12!'
// One hash for the run: it costs 30 ms each.
let passwordHash: Promise<string> | undefined
const steps: ScriptStep[] = [
  { kind: 'send-email', key: 'mail', next: 'end', settings: { template: 'mail' } },
  { kind: 'finish', key: 'end', settings: { result: 'RET' } },
]

/** The smallest true rows: whatever a row needs is made with it unless it is given. */
export function openBuilders({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  let count = 0

  async function customer({ profile = 'intern_demo' }: { profile?: ComplianceProfileName } = {}): Promise<{ id: number }> {
    const made = await db
      .insertInto('customers')
      .values({ name: `Klant ${++count}`, compliance_profile: profile })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made
  }

  /** The rights with these codes, made where they are not there yet. */
  async function rightObjects(codes: readonly number[]): Promise<number[]> {
    // Two builders at once may make the same one: it has two unique keys, and an upsert watches over one of them alone.
    await sql`
      insert into right_objects (type_id, ref, code, name_nl, name_eng, name_fr)
      select t.id, r.ref, r.code, r.ref, r.ref, r.ref
      from (select code, substr(code::text, 2) as ref from unnest(${codes}::bigint[]) code) r
      join right_types t on t.prefix = left(r.code::text, 1)::int
      order by r.code
      on conflict do nothing`.execute(db)
    const made = await db.selectFrom('right_objects').select('id').where('code', 'in', codes).execute()
    return made.map(({ id }) => id)
  }

  async function user({
    username = `gebruiker${++count}`,
    password: given = password,
    rights = [],
    customers = [],
    home = null,
  }: NewUser = {}) {
    const hash = given === password ? await (passwordHash ??= hashPassword(password)) : await hashPassword(given)
    const { id: userId } = await db
      .insertInto('users')
      .values({ username, password_hash: hash, customer_id: home })
      .returning('id')
      .executeTakeFirstOrThrow()
    await grant(userId, [...rights, ...customers.map(ownCustomerRight)])
    return { userId, username, password: given }
  }

  /** Gives a user rights, in a group of his own. */
  async function grant(userId: number, codes: readonly number[]) {
    const group = await db
      .insertInto('right_groups')
      .values({ name: `Groep ${userId}-${++count}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('right_group_members').values({ group_id: group.id, user_id: userId }).execute()
    if (codes.length === 0) return
    const objects = await rightObjects(codes)
    await db
      .insertInto('right_group_objects')
      .values(objects.map((object_id) => ({ group_id: group.id, object_id })))
      .execute()
  }

  async function session(userId: number): Promise<string> {
    const secret = newToken()
    const now = clock.now()
    const expires = new Date(now.getTime() + 12 * 60 * 60_000)
    await db
      .insertInto('sessions')
      .values({ secret_hash: hashToken(secret), user_id: userId, created_at: now, seen_at: now, expires_at: expires })
      .execute()
    return secret
  }

  /** Somebody who is signed in, with rights at some customers. */
  async function staff(given: NewUser = {}): Promise<Staff> {
    const made = await user(given)
    return { ...made, secret: await session(made.userId) }
  }

  async function script({
    customerId,
    profile = 'intern_demo',
    steps: given = steps,
    active = true,
    name,
  }: NewScript = {}): Promise<BuiltScript> {
    const owner = customerId ?? (await customer({ profile })).id
    const { id } = await db
      .insertInto('scripts')
      .values({ customer_id: owner, name: name ?? `Script ${++count}`, active })
      .returning('id')
      .executeTakeFirstOrThrow()
    const version = await db
      .insertInto('script_versions')
      .values({ customer_id: owner, script_id: id, steps: JSON.stringify(given) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('scripts').set({ live_version_id: version.id }).where('id', '=', id).execute()
    const window = await db
      .insertInto('time_windows')
      .values({
        customer_id: owner,
        starts: '00:00',
        ends: '23:59',
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        channels: ['call', 'email', 'sms', 'whatsapp'],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('script_windows').values({ customer_id: owner, script_id: id, window_id: window.id }).execute()
    return { id, customerId: owner, versionId: version.id, firstStep: given[0]?.key ?? '' }
  }

  async function batch({ script: given, customerId, cases = 0, status = 'open', ...rest }: NewBatch = {}): Promise<BuiltBatch> {
    const its = given ?? (await script(customerId === undefined ? {} : { customerId }))
    const { id } = await db
      .insertInto('batches')
      .values({ customer_id: its.customerId, script_id: its.id, name: `Batch ${++count}`, status, ...rest })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('batch_counters').values({ customer_id: its.customerId, batch_id: id }).execute()
    const made = { id, customerId: its.customerId, script: its }
    for (let i = 0; i < cases; i++) await newCase({ batch: made })
    return made
  }

  async function newCase({ batch: given, ...rest }: NewCase = {}): Promise<BuiltCase> {
    const its = given ?? (await batch())
    const { id } = await db
      .insertInto('cases')
      .values({ customer_id: its.customerId, batch_id: its.id, case_number: `D${++count}`, name: 'Jan Jansen', ...rest })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('case_runs')
      .values({
        customer_id: its.customerId,
        case_id: id,
        batch_id: its.id,
        script_version_id: its.script.versionId,
        step: its.script.firstStep,
        due_at: clock.now(),
      })
      .execute()
    return { id, customerId: its.customerId, batchId: its.id }
  }

  /** A promise of staff to pay by a day. */
  async function promise({ customerId: customer_id, id: case_id }: BuiltCase, due: string): Promise<void> {
    const made = await db
      .insertInto('payment_promises')
      .values({ customer_id, case_id, kind: 'promise', by_user: 'mees', at: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('payment_promise_parts').values({ customer_id, promise_id: made.id, no: 1, due, amount_cents: 4_000 }).execute()
  }

  const template = ({ texts = { nl: { subject: 'Factuur', text: 'Beste {{naam}}' } }, ...rest }: BuiltTemplate) =>
    insertTemplate(db, { texts, ...rest })

  return { customer, user, grant, session, staff, script, batch, case: newCase, promise, template }
}
