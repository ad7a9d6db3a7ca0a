import { randomBytes } from 'node:crypto'
import { ownCustomerRight } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../server/src/platform/db/database.ts'
import { hashPassword, verifyPassword } from '../server/src/platform/security/password-hash.ts'
import { demoDebtors } from './demo/demo-debtors.ts'
import { demoSteps } from './demo/demo-script.ts'
import { demoTemplates } from './demo/demo-templates.ts'

/** What the starter prints: the names to sign in with, and the password when it is new. */
export type DemoSignIns = { usernames: string[]; password: string | null }

const everyRight = [101, 102, 103, 109, 201, 202, 203, 221, 222, 601, 608, 701, 831]
// Default groups of product.md §5.3, as far as their rights exist today.
const demoUsers = [
  { username: 'beheer', firstName: 'Bea', lastName: 'Beheer', group: 'Beheerder', rights: everyRight },
  {
    username: 'teamleider',
    firstName: 'Tess',
    lastName: 'de Leider',
    group: 'Teamleider',
    rights: everyRight.filter((code) => code !== 831),
  },
  { username: 'medewerker', firstName: 'Mees', lastName: 'Werker', group: 'Medewerker', rights: [101, 103, 221, 222] },
]
const allWeek = { starts: '00:00', ends: '23:59', weekdays: [1, 2, 3, 4, 5, 6, 7] }
const officeHours = { starts: '09:00', ends: '17:59', weekdays: [1, 2, 3, 4, 5] }

/**
 * Two demo customers with users, a script, texts and a batch each; does nothing when they exist.
 * A given password is set again at every start, so that a forgotten one can be replaced; without one a random password is made, once.
 */
export async function seedDemo(db: Db, givenPassword: string | null): Promise<DemoSignIns> {
  const usernames = demoUsers.map((user) => user.username)
  const password = givenPassword ?? randomBytes(9).toString('base64url')
  const seeded = await db.selectFrom('users').select(['id', 'password_hash']).where('username', 'in', usernames).execute()
  if (seeded.length === 0) {
    const passwordHash = await hashPassword(password)
    await db.transaction().execute((tx) => insertDemo(tx, passwordHash))
    return { usernames, password }
  }
  if (givenPassword === null) return { usernames, password: null }
  for (const user of seeded) {
    if (user.password_hash !== null && (await verifyPassword(user.password_hash, givenPassword))) continue
    await db
      .updateTable('users')
      .set({ password_hash: await hashPassword(givenPassword), locked_at: null, failed_logins: 0 })
      .where('id', '=', user.id)
      .execute()
  }
  return { usernames, password: givenPassword }
}

async function insertDemo(tx: Transaction, passwordHash: string) {
  const demo = await insertCustomer(tx, 'Demo Incasso', 'intern_demo', allWeek)
  const wki = await insertCustomer(tx, 'Rijnmond Incasso', 'incasso_wki', officeHours)
  await insertBatch(tx, demo, 'Demo: herinneringen', demoDebtors('D', 40))
  await insertBatch(tx, wki, 'Herinneringen najaar', demoDebtors('R', 12))
  for (const user of demoUsers) await insertUser(tx, { ...user, passwordHash, customers: [demo.customerId, wki.customerId] })
}

type DemoCustomer = { customerId: number; scriptId: number; versionId: number }

async function insertCustomer(tx: Transaction, name: string, profile: string, window: typeof allWeek): Promise<DemoCustomer> {
  const { id: customerId } = await tx
    .insertInto('customers')
    .values({ name, compliance_profile: profile })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: scriptId } = await tx
    .insertInto('scripts')
    .values({ customer_id: customerId, name: 'Herinnering met betaallink' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: versionId } = await tx
    .insertInto('script_versions')
    .values({ customer_id: customerId, script_id: scriptId, steps: JSON.stringify(demoSteps) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.updateTable('scripts').set({ live_version_id: versionId }).where('id', '=', scriptId).execute()
  await tx
    .insertInto('time_windows')
    .values({ customer_id: customerId, script_id: scriptId, ...window, channels: ['call', 'mail', 'sms', 'whatsapp'] })
    .execute()
  for (const { key, kind, texts } of demoTemplates) {
    const { id } = await tx.insertInto('templates').values({ customer_id: customerId, key, kind }).returning('id').executeTakeFirstOrThrow()
    const revision = await tx
      .insertInto('template_revisions')
      .values({ customer_id: customerId, template_id: id, texts: JSON.stringify(texts) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.updateTable('templates').set({ live_revision_id: revision.id }).where('id', '=', id).execute()
  }
  await sql`insert into right_objects (type_id, ref, code, name_nl, name_eng, name_fr)
    select id, ${String(customerId)}, ${ownCustomerRight(customerId)}, ${name}, ${name}, ${name} from right_types where prefix = 5`.execute(
    tx,
  )
  return { customerId, scriptId, versionId }
}

async function insertBatch(
  tx: Transaction,
  { customerId, scriptId, versionId }: DemoCustomer,
  name: string,
  debtors: ReturnType<typeof demoDebtors>,
) {
  const batch = await tx
    .insertInto('batches')
    .values({ customer_id: customerId, script_id: scriptId, name, status: 'open', imported_at: sql`now()` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('batch_counters').values({ customer_id: customerId, batch_id: batch.id }).execute()
  const cases = await tx
    .insertInto('cases')
    .values(
      debtors.map((debtor) => ({
        customer_id: customerId,
        batch_id: batch.id,
        case_number: debtor.caseNumber,
        name: debtor.name,
        mobile: debtor.mobile,
        email: debtor.email,
        city: debtor.city,
        postcode: debtor.postcode,
        invoice_number: debtor.invoiceNumber,
        locale: debtor.locale,
        outstanding_cents: debtor.cents,
        fields: JSON.stringify(debtor.fields),
      })),
    )
    .returning('id')
    .execute()
  const first = demoSteps[0]?.key ?? ''
  await tx
    .insertInto('case_runs')
    .values(
      cases.map(({ id }) => ({ customer_id: customerId, case_id: id, batch_id: batch.id, script_version_id: versionId, step: first })),
    )
    .execute()
  await tx
    .insertInto('timeline')
    .values(cases.map(({ id }) => ({ customer_id: customerId, case_id: id, kind: 'imported', event: 'imported' })))
    .execute()
}

type DemoUser = (typeof demoUsers)[number] & { passwordHash: string; customers: number[] }

async function insertUser(tx: Transaction, { username, firstName, lastName, group, rights, passwordHash, customers }: DemoUser) {
  const user = await tx
    .insertInto('users')
    .values({
      username,
      first_name: firstName,
      last_name: lastName,
      email: `${username}@demo.example`,
      password_hash: passwordHash,
      customer_id: customers[0] ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: groupId } = await tx.insertInto('right_groups').values({ name: group }).returning('id').executeTakeFirstOrThrow()
  await tx.insertInto('right_group_members').values({ group_id: groupId, user_id: user.id }).execute()
  const codes = [...rights, ...customers.map(ownCustomerRight)]
  await tx
    .insertInto('right_group_objects')
    .columns(['group_id', 'object_id'])
    .expression((eb) =>
      eb
        .selectFrom('right_objects')
        .select([eb.val(groupId).as('group_id'), 'id'])
        .where('code', 'in', codes),
    )
    .execute()
}
