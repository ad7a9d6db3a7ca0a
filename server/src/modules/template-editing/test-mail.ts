import { randomUUID } from 'node:crypto'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import type { templateApi } from '@regie/contract/template-api.ts'
import { GatewayRefused, GatewayUnavailable } from '../../gateways/gateway-errors.ts'
import { carrierOf, type RegisteredProvider } from '../../gateways/registered-provider.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { openRateCounter } from '../../platform/http/rate-counter.ts'
import type { Services } from '../../services.ts'
import { findDefaultProvider, findTemplateServer } from '../providers/provider-queries.ts'
import { writeSimulatedPost } from '../system-mail/simulated-post.ts'
import { priorityOf } from '../templates/mail-extras.ts'
import { emailSender, senderOf } from '../templates/senders.ts'
import { previewTemplate } from './preview-template.ts'
import { findRow, findTemplateRef } from './template-rows.ts'

type Order = RequestOf<typeof templateApi.test>['body']

// Who writes a mail looks at it a few times; more would be a way to send mail.
const tests = openRateCounter(5)

/** Sends a text, filled for the person who does not exist, to the address of the caller and nobody else, marked as a test. */
export async function sendTestMail(
  services: Services,
  caller: Caller,
  templateId: number,
  { locale, written, options }: Order,
): Promise<ResponseOf<typeof templateApi.test>> {
  const { db, gateways, config, clock } = services
  const ref = await findTemplateRef(db, caller, templateId)
  const { kind } = await findRow(db, ref)
  if (kind !== 'email') throw new AppError('template.kindOther')
  const seconds = tests.count(String(caller.userId))
  if (seconds !== null) throw new AppError('error.tooManyRequests', { params: { seconds } })
  const { email: to } = await db.selectFrom('staff').select('email').where('id', '=', caller.userId).executeTakeFirstOrThrow()
  const customer = await db.selectFrom('customers').select('name').where('id', '=', ref.customerId).executeTakeFirstOrThrow()
  const { subject, text, html } = await previewTemplate(
    services,
    caller,
    { customerID: ref.customerId, kind, locale, written, options },
    null,
  )
  const provider = (await findTemplateServer(db, ref.customerId, templateId)) ?? (await findDefaultProvider(db, ref.customerId, 'email'))
  const gateway = gateways.gatewayOf('email', provider)
  const mail = { id: `test-${randomUUID()}`, to, from: fromOf(config.mailFrom, provider, customer.name, options), text, html }
  const marked = { ...mail, ...priorityOf(options), subject: `TEST: ${subject}` }
  if (gateway.simulated) await writeSimulatedPost(config.dataDir, { ...marked, at: clock.now() })
  else await gateway.send(marked).catch(refuse)
  return { to, simulated: gateway.simulated }
}

function fromOf(mailFrom: string, provider: RegisteredProvider | null, customerName: string, options: Order['options']): string {
  return senderOf(options, emailSender(customerName, (provider && carrierOf(provider).sender) || mailFrom))
}

/** What the mail server says is for who tries it out. */
function refuse(error: unknown): never {
  if (error instanceof GatewayRefused || error instanceof GatewayUnavailable)
    throw new AppError('template.testNotSent', { params: { text: error.message.slice(0, 200) } })
  throw error
}
