import { randomBytes } from 'node:crypto'
import { requestBrands, requestKinds } from '@regie/contract/request-kinds.ts'
import { channels } from '@regie/contract/channels.ts'
import { ownCustomerRight } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { enqueue } from '../server/src/jobs/enqueue.ts'
import { simulatedTexts } from '../server/src/gateways/whatsapp/simulated/simulated-texts.ts'
import type { Db, Transaction } from '../server/src/platform/db/database.ts'
import { hashPassword, verifyPassword } from '../server/src/platform/security/password-hash.ts'
import { recordTimeline } from '../server/src/modules/timeline/record-timeline.ts'
import { keepPrice } from '../server/src/modules/providers/provider-prices.ts'
import { demoDebtors } from './demo/demo-debtors.ts'
import { insertForwardList } from './demo/demo-forwards.ts'
import { demoAgents, insertTeam } from './demo/demo-teams.ts'
import { insertLetterhead } from './demo/demo-letterheads.ts'
import { insertGuides } from './demo/demo-guides.ts'
import { demoSteps, whatsappSteps } from './demo/demo-script.ts'
import { demoTemplateNames, earlierSubjects } from './demo/demo-template-names.ts'
import { demoTemplates } from './demo/demo-templates.ts'
import { pastColleagues, pastSteps } from './demo/past-scripts.ts'

/** What the starter prints: the names to sign in with, and the password when it is new. */
export type DemoSignIns = { usernames: string[]; password: string | null; isPastComing: boolean }

// Default groups of product.md §5.3, made by the migration; Systeem also reaches over all customers.
const demoUsers = [
  { username: 'beheer', firstName: 'Bea', lastName: 'Beheer', groups: ['Beheerder', 'Systeem'] },
  { username: 'teamleider', firstName: 'Tess', lastName: 'de Leider', groups: ['Teamleider', 'Rapportage'] },
  { username: 'medewerker', firstName: 'Mees', lastName: 'Werker', groups: ['Medewerker'] },
]
const allWeek = { starts: '00:00', ends: '23:59', weekdays: [1, 2, 3, 4, 5, 6, 7] }
const officeHours = { starts: '09:00', ends: '17:59', weekdays: [1, 2, 3, 4, 5] }

/**
 * Two demo customers with users, a script, texts and a batch each; does nothing when they exist.
 * A given password is set again at every start, so that a forgotten one can be replaced; without one a random password is made, once.
 * With a past, jobs give the customers one once an engine runs: nobody waits for it to sign in.
 */
export async function seedDemo(db: Db, givenPassword: string | null, withPast = false): Promise<DemoSignIns> {
  const usernames = demoUsers.map((user) => user.username)
  const password = givenPassword ?? randomBytes(9).toString('base64url')
  const seeded = await db.selectFrom('users').select(['id', 'password_hash']).where('username', 'in', usernames).execute()
  if (seeded.length === 0) {
    const passwordHash = await hashPassword(password)
    // Colleagues at work were invited long ago; nobody knows their password.
    const unknownHash = await hashPassword(randomBytes(24).toString('base64url'))
    await db.transaction().execute((tx) => insertDemo(tx, { passwordHash, unknownHash }, withPast))
    return { usernames, password, isPastComing: withPast }
  }
  if (givenPassword === null) return { usernames, password: null, isPastComing: false }
  for (const user of seeded) {
    if (user.password_hash !== null && (await verifyPassword(user.password_hash, givenPassword))) continue
    await db
      .updateTable('users')
      .set({ password_hash: await hashPassword(givenPassword), locked_at: null, failed_logins: 0 })
      .where('id', '=', user.id)
      .execute()
  }
  return { usernames, password: givenPassword, isPastComing: false }
}

async function insertDemo(
  tx: Transaction,
  { passwordHash, unknownHash }: { passwordHash: string; unknownHash: string },
  withPast: boolean,
) {
  const demo = await insertCustomer(tx, 'Demo Incasso', 'intern_demo', allWeek)
  const wki = await insertCustomer(tx, 'Rijnmond Incasso', 'incasso_wki', officeHours)
  await insertBatch(tx, demo, 'Demo: herinneringen', demoDebtors('D', 40))
  await insertBatch(tx, wki, 'Herinneringen najaar', demoDebtors('R', 12))
  for (const user of demoUsers) await insertUser(tx, { ...user, passwordHash, customers: [demo, wki], tour: withPast })
  if (!withPast) {
    for (const { customerId } of [demo, wki]) await insertGuides(tx, customerId)
    return
  }
  const byWhatsapp = await insertScript(tx, demo.customerId, { name: 'Herinnering per WhatsApp', steps: whatsappSteps, window: allWeek })
  await insertBatch(tx, { ...demo, ...byWhatsapp }, 'Demo: WhatsApp met knoppen', demoDebtors('W', 24, 60))
  for (const user of pastColleagues) await insertUser(tx, { ...user, passwordHash: unknownHash, customers: [demo, wki], tour: false })
  for (const agent of demoAgents) await insertUser(tx, { ...agent, passwordHash: unknownHash, customers: [demo, wki], tour: false })
  await insertTeam(tx, demo.customerId, [demo.scriptId, byWhatsapp.scriptId])
  for (const { customerId } of [demo, wki]) await insertGuides(tx, customerId)
  for (const [which, { customerId }] of [demo, wki].entries()) {
    await insertSmsProvider(tx, customerId)
    await insertRequestProviders(tx, customerId)
    await insertLetterhead(tx, customerId, which)
    await insertForwardList(tx, customerId, which)
    const { scriptId } = await insertScript(tx, customerId, { name: 'Minnelijk traject', steps: pastSteps, window: officeHours })
    const off = await insertScript(tx, customerId, { name: 'Minnelijk traject (oud)', steps: pastSteps, window: officeHours })
    await tx.updateTable('scripts').set({ active: false }).where('id', '=', off.scriptId).execute()
    await enqueue(tx, 'seedDemoPast', { customerId, which, scriptId, offScriptId: off.scriptId, atMs: Date.now() })
  }
}

// With a price, so that what many SMS cost is shown before they go.
async function insertSmsProvider(tx: Transaction, customerId: number) {
  const settings = { kind: 'simulated' as const }
  const { id } = await tx
    .insertInto('providers')
    .values({ customer_id: customerId, channel: 'sms', ...settings, name: 'Sms met prijs', settings, is_default: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const price = { from: '2020-01-01', hundredCents: 790, hundredMinutesCents: null }
  await keepPrice(tx, { customerId, providerId: id, channel: 'sms', kind: settings.kind }, price)
}

// A case has a tab for each of them.
async function insertRequestProviders(tx: Transaction, customerId: number) {
  const simulated = { kind: 'simulated' as const }
  const rows = requestKinds.map((channel) => ({ channel, name: `${requestBrands[channel]} (simulatie)` }))
  await tx
    .insertInto('providers')
    .values(rows.map((row) => ({ ...row, ...simulated, customer_id: customerId, settings: simulated, is_default: true })))
    .execute()
}

type DemoCustomer = { customerId: number; scriptId: number; versionId: number; groupId: number }

async function insertCustomer(tx: Transaction, name: string, profile: string, window: typeof allWeek): Promise<DemoCustomer> {
  const { id: customerId } = await tx
    .insertInto('customers')
    .values({ name, compliance_profile: profile, is_demo: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { scriptId, versionId } = await insertScript(tx, customerId, { name: 'Herinnering met betaallink', steps: demoSteps, window })
  await insertWhatsappTexts(tx, customerId)
  await insertTemplates(tx, customerId)
  // A group of the customer's own, which opens its work to who is in it.
  const { id: groupId } = await tx
    .insertInto('right_groups')
    .values({ customer_id: customerId, name, description: `Ziet het werk van ${name}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('right_group_objects')
    .columns(['group_id', 'object_id'])
    .expression((eb) =>
      eb
        .selectFrom('right_objects')
        .select([eb.val(groupId).as('group_id'), 'id'])
        .where('code', '=', ownCustomerRight(customerId)),
    )
    .execute()
  return { customerId, scriptId, versionId, groupId }
}

/** What the simulation would list: the customers of the demo need not ask for it first. */
async function insertWhatsappTexts(tx: Transaction, customerId: number): Promise<void> {
  const rows = simulatedTexts.map(({ providerKey: _key, name, language, status, category, quality, ...parts }) => ({
    ...{ customer_id: customerId, provider_id: 0, name, language, status, category, quality, synced_at: new Date() },
    parts: JSON.stringify(parts),
  }))
  await tx.insertInto('whatsapp_texts').values(rows).execute()
}

/** Each with its live revision; the first was put into better words once. */
async function insertTemplates(tx: Transaction, customerId: number): Promise<void> {
  for (const { key, kind, texts, options = {} } of demoTemplates) {
    const { group = '', ...called } = demoTemplateNames[key] ?? {}
    const { id } = await tx
      .insertInto('templates')
      .values({ customer_id: customerId, key, kind, group_name: group, ...called })
      .returning('id')
      .executeTakeFirstOrThrow()
    const of = { customer_id: customerId, template_id: id, created_by: 'beheer' }
    const isRewritten = key === 'herinnering-mail'
    if (isRewritten) {
      const at = new Date(Date.now() - 300 * 86_400_000)
      const { nl, eng, fr } = texts
      const earlier = {
        nl: { ...nl, subject: earlierSubjects.nl },
        eng: { ...eng, subject: earlierSubjects.eng },
        fr: { ...fr, subject: earlierSubjects.fr },
      }
      await tx
        .insertInto('template_revisions')
        .values({ ...of, no: 1, texts: JSON.stringify(earlier), created_at: at, activated_at: at, note: 'Eerste versie' })
        .execute()
    }
    const revision = await tx
      .insertInto('template_revisions')
      .values({
        ...{ ...of, no: isRewritten ? 2 : 1, texts: JSON.stringify(texts), options: JSON.stringify(options) },
        note: isRewritten ? 'Onderwerp begint met Herinnering' : '',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.updateTable('templates').set({ live_revision_id: revision.id }).where('id', '=', id).execute()
  }
}

type DemoScript = { name: string; steps: ScriptStep[]; window: typeof allWeek }

async function insertScript(tx: Transaction, customerId: number, { name, steps, window }: DemoScript) {
  const { id: scriptId } = await tx
    .insertInto('scripts')
    .values({ customer_id: customerId, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: versionId } = await tx
    .insertInto('script_versions')
    .values({ customer_id: customerId, script_id: scriptId, steps: JSON.stringify(steps) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.updateTable('scripts').set({ live_version_id: versionId }).where('id', '=', scriptId).execute()
  const { id: windowId } = await tx
    .insertInto('time_windows')
    .values({ customer_id: customerId, ...window, channels: [...channels] })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('script_windows').values({ customer_id: customerId, script_id: scriptId, window_id: windowId }).execute()
  return { scriptId, versionId }
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
  await recordTimeline(
    tx,
    cases.map(({ id }) => ({ customerId, caseId: id, event: 'imported' })),
  )
}

type DemoUser = (typeof demoUsers)[number] & { email?: string; passwordHash: string; customers: DemoCustomer[]; tour: boolean }

async function insertUser(tx: Transaction, { username, firstName, lastName, email, groups, passwordHash, customers, tour }: DemoUser) {
  const user = await tx
    .insertInto('users')
    .values({
      username,
      password_hash: passwordHash,
      customer_id: customers[0]?.customerId ?? null,
      settings: JSON.stringify({ tour }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('contacts')
    .set({
      first_name: firstName,
      last_name: lastName,
      email: email ?? `${username}@demo.example`,
      // So that a demo of a script sends its texts and calls too.
      mobile: `+3161234900${demoUsers.findIndex((user) => user.username === username) + 1}`,
    })
    .where('user_id', '=', user.id)
    .execute()
  const ownGroups = customers.map(({ groupId }) => groupId)
  await tx
    .insertInto('right_group_members')
    .columns(['group_id', 'user_id'])
    .expression((eb) =>
      eb
        .selectFrom('right_groups')
        .select(['id', eb.val(user.id).as('user_id')])
        .where(({ or, and, eb: where }) =>
          or([where('id', 'in', ownGroups), and([where('customer_id', 'is', null), where('name', 'in', groups)])]),
        ),
    )
    .execute()
}
