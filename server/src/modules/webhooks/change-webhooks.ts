import type { RequestOf } from '@regie/contract/endpoint.ts'
import { type outgoingWebhookApi, type Webhook, webhookSecretHours, webhooksMax } from '@regie/contract/outgoing-webhooks.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import { mustBeAllowed, OutboundRefused } from '../../platform/http/outbound-guard.ts'
import type { Services } from '../../services.ts'
import { shownWebhook } from './webhook-queries.ts'
import { makeSecret, sealSecret } from './webhook-secret.ts'

type New = RequestOf<typeof outgoingWebhookApi.create>['body']
type Change = RequestOf<typeof outgoingWebhookApi.change>['body']
type WithSecret = { webhook: Webhook; secret: string }

/** Makes a webhook with a secret of its own, which nobody sees again. */
export async function createWebhook(services: Services, caller: Caller, wanted: New): Promise<WithSecret> {
  const { customerID: customerId, name, types } = wanted
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const url = urlOf(services, wanted.url)
  const secret = makeSecret()
  return services.db.transaction().execute(async (tx) => {
    // Two who add one at once are counted one after the other.
    await tx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
    const { count } = await tx
      .selectFrom('outgoing_webhooks')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= webhooksMax) throw new AppError('webhook.tooMany', { params: { max: webhooksMax } })
    await mustBeFree(tx, customerId, 0, name)
    const { id } = await tx
      .insertInto('outgoing_webhooks')
      .values({ customer_id: customerId, name, url, types: unique(types), secret: Buffer.alloc(0) })
      .returning('id')
      .executeTakeFirstOrThrow()
    // Sealed for its place, which has its number now.
    await tx
      .updateTable('outgoing_webhooks')
      .set({ secret: sealSecret(services.config.secretKey, { customerId, id }, secret) })
      .where('customer_id', '=', customerId)
      .where('id', '=', id)
      .execute()
    return { webhook: await shownWebhook(tx, customerId, id), secret }
  })
}

/** Changes a webhook, unless somebody else did so since the caller looked. */
export async function changeWebhook(services: Services, caller: Caller, id: number, wanted: Change): Promise<Webhook> {
  const { name, types, isOn, version } = wanted
  const url = urlOf(services, wanted.url)
  return services.db.transaction().execute(async (tx) => {
    const row = await lockWebhook(tx, caller, id)
    if (row.version !== version) throw new AppError('error.conflict', { current: await shownWebhook(tx, row.customer_id, id) })
    await mustBeFree(tx, row.customer_id, id, name)
    await tx
      .updateTable('outgoing_webhooks')
      .set({
        ...{ name, url, types: unique(types), is_on: isOn, version: version + 1 },
        off_reason: isOn ? null : (row.off_reason ?? 'person'),
        // Another address, or another beginning: what failed before says nothing of it.
        ...((url !== row.url || isOn !== row.is_on) && { failing_since: null }),
      })
      .where('customer_id', '=', row.customer_id)
      .where('id', '=', id)
      .execute()
    return shownWebhook(tx, row.customer_id, id)
  })
}

/** Deletes a webhook with its log; what waits for it is not sent. */
export async function removeWebhook({ db }: Services, caller: Caller, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { customer_id: customerId } = await lockWebhook(tx, caller, id)
    await tx.deleteFrom('outgoing_webhooks').where('customer_id', '=', customerId).where('id', '=', id).execute()
  })
}

/** Gives a webhook a new secret. The one before signs beside it for a day, so that the other side can change over without a gap. */
export async function renewSecret({ db, clock, config }: Services, caller: Caller, id: number): Promise<WithSecret> {
  const secret = makeSecret()
  return db.transaction().execute(async (tx) => {
    const { customer_id: customerId, secret: former } = await lockWebhook(tx, caller, id)
    await tx
      .updateTable('outgoing_webhooks')
      .set((eb) => ({
        secret: sealSecret(config.secretKey, { customerId, id }, secret),
        former_secret: former,
        former_secret_until: new Date(clock.now().getTime() + webhookSecretHours * 3_600_000),
        version: eb('version', '+', 1),
      }))
      .where('customer_id', '=', customerId)
      .where('id', '=', id)
      .execute()
    return { webhook: await shownWebhook(tx, customerId, id), secret }
  })
}

/** A webhook of the caller's customers, kept as it is until the transaction ends; any other is answered as one that is not there. */
async function lockWebhook(tx: Transaction, caller: Caller, id: number) {
  const row = await tx.selectFrom('outgoing_webhooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row || !caller.customerIds.includes(row.customer_id)) throw new AppError('webhook.notFound')
  return row
}

async function mustBeFree(tx: Transaction, customerId: number, id: number, name: string): Promise<void> {
  const other = await tx
    .selectFrom('outgoing_webhooks')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('id', '<>', id)
    .where((eb) => eb(eb.fn('lower', ['name']), '=', eb.fn('lower', [eb.val(name)])))
    .executeTakeFirst()
  if (other) throw new AppError('webhook.nameTaken', { field: 'name' })
}

function urlOf({ config }: Services, text: string): string {
  try {
    const url = mustBeAllowed(text, config.allowPrivateHosts)
    url.hash = ''
    return url.href
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error
    throw new AppError('webhook.urlInvalid', { field: 'url' })
  }
}

const unique = (types: readonly string[]) => [...new Set(types)]
