import { secretPurpose } from '../src/gateways/registered-provider.ts'
import { encrypt } from '../src/platform/security/encryption.ts'
import type { BuiltBatch } from './builders.ts'
import type { FakeGraph } from './fake-graph.ts'
import type { TestApp } from './open-test-app.ts'

type Installation = Pick<TestApp, 'db' | 'services'>
type Secrets = { token: string; appSecret: string; verifyToken: string }

/** The number of a customer at Meta, from which its messages leave to `graph`; answers the provider's number. */
export async function addWhatsappNumber({ db, services }: Installation, customerId: number, graph: FakeGraph, secrets: Secrets) {
  const settings = JSON.stringify({ kind: 'whatsapp-cloud', baseUrl: graph.baseUrl, phoneNumberId: '1065', wabaId: '4195' })
  const { id } = await db
    .insertInto('providers')
    .values({ ...{ customer_id: customerId, channel: 'whatsapp', kind: 'whatsapp-cloud' }, name: 'Nummer', settings, is_default: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const secret = encrypt(services.config.secretKey, JSON.stringify(secrets), secretPurpose({ customerId, id }))
  await db.updateTable('providers').set({ secret }).where('id', '=', id).execute()
  return id
}

type Writer = { batch: BuiltBatch; name: string; mobile: string; hoursAgo: number }

/** A case with the conversation of its person, who wrote so many hours ago by WhatsApp. */
export async function buildWriter({ build, clock, db }: TestApp, { batch, name, mobile, hoursAgo }: Writer) {
  const one = await build.case({ batch, name, outstanding_cents: 10_000, mobile })
  const at = clock.now()
  const { id } = await db
    .insertInto('conversations')
    .values({
      ...{ customer_id: one.customerId, case_id: one.id, channel: 'whatsapp', provider_id: 1, address: mobile.slice(1) },
      ...{ person_name: '', last_at: at, last_text: '', window_ends_at: new Date(at.getTime() + (24 - hoursAgo) * 3_600_000) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...one, conversationID: id }
}
