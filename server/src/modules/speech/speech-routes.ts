import { Readable } from 'node:stream'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { speechApi } from '@regie/contract/speech.ts'
import { GatewayBusy, GatewayUnavailable } from '../../gateways/gateway-errors.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import { openRateCounter } from '../../platform/http/rate-counter.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { findSpeechProvider } from '../providers/provider-queries.ts'
import { findSound } from './sounds.ts'
import { speakText } from './speak-text.ts'

// Who tries a text hears it a few times; more would keep this machine speaking.
const asked = openRateCounter(30)
const speaking = new Set<number>()

export const speechRoutes: Route<Services>[] = [
  route(speechApi.state, async ({ db, gateways }: Services, { caller, query }) => {
    mustAccessCustomer(caller, query.customerID, 'customer.notFound')
    const provider = await findSpeechProvider(db, query.customerID)
    const name = await gateways.speechOf(provider).state()
    return { engine: provider === null ? 'espeak' : 'provider', isAvailable: name !== null, name: name ?? '' } as const
  }),
  route(speechApi.speak, (services: Services, { caller, body }) => speak(services, caller, body)),
  route(speechApi.sound, async ({ db, clock }: Services, { caller, query: { customerID, sound }, reply }) => {
    mustAccessCustomer(caller, customerID, 'customer.notFound')
    const kept = await findSound(db, { customerId: customerID, key: sound }, clock.now())
    if (!kept) throw new AppError('speech.soundGone')
    // A player that does not know how long the file is shows no end.
    reply.header('content-length', kept.wav.length)
    return { fileName: 'spraak.wav', stream: Readable.from([kept.wav], { objectMode: false }) }
  }),
]

async function speak(
  services: Services,
  caller: Caller,
  { customerID, ...speech }: RequestOf<typeof speechApi.speak>['body'],
): Promise<ResponseOf<typeof speechApi.speak>> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const seconds = asked.count(String(caller.userId))
  if (seconds !== null) throw new AppError('error.tooManyRequests', { params: { seconds } })
  if (speaking.has(caller.userId)) throw new AppError('speech.busy')
  speaking.add(caller.userId)
  try {
    return await speakText(services, customerID, speech)
  } catch (error) {
    if (error instanceof GatewayBusy) throw new AppError('speech.busy')
    if (!(error instanceof GatewayUnavailable)) throw error
    const provider = await findSpeechProvider(services.db, customerID)
    if (provider === null && error.fault === 'unreachable') throw new AppError('speech.notInstalled')
    throw new AppError('speech.failed', { params: { text: error.message.slice(0, 200) } })
  } finally {
    speaking.delete(caller.userId)
  }
}
