import { GatewayUnavailable } from '../../../gateways/gateway-errors.ts'
import { telephoneWav } from '../../../gateways/speech/telephone-wav.ts'
import { readCallSound, type SoundOfCall } from '../../../gateways/voice/call-sound-url.ts'
import type { SpokenMenu } from '../../../gateways/voice/voice-gateway.ts'
import { type PageAnswer, type PageRequest, type PageRoute, page } from '../../../platform/http/page-route.ts'
import type { Services } from '../../../services.ts'
import { soundOfCall } from './call-sounds.ts'

// An exchange fetches the texts of all its calls from one address.
const often = { perMinute: 6_000 }

/** What an exchange plays to who picked up. */
export const callSoundPages: PageRoute<Services>[] = [page('GET', '/call-sounds/:name', 'public', fetched, often)]

const notThere: PageAnswer = { html: '', status: 404 }

async function fetched(services: Services, { params }: PageRequest): Promise<PageAnswer> {
  const wanted = readCallSound(services.config.secretKey, params['name'] ?? '', services.clock.now())
  const found = wanted && (await findSpokenCall(services, wanted))
  const call = found && { ...found, menu: found.menu as SpokenMenu | null }
  if (!call) return notThere
  const sound = await soundOfCall(services, call, wanted.part)
  if (!sound) return notThere
  try {
    return { wav: telephoneWav(sound.wav) }
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    services.log.warn({ err: error, communicationId: wanted.id }, 'the text of a call can not be played by telephone')
    return notThere
  }
}

/** The texts of a call that is on. */
async function findSpokenCall({ db }: Services, { customerId, id }: SoundOfCall) {
  return db
    .selectFrom('communications as m')
    .innerJoin('communication_contents as t', (join) =>
      join.onRef('t.customer_id', '=', 'm.customer_id').onRef('t.communication_id', '=', 'm.id').onRef('t.queued_at', '=', 'm.queued_at'),
    )
    .select(['m.customer_id as customerId', 'm.id', 't.text', 't.voicemail_text as voicemailText', 't.menu', 't.voice', 't.language'])
    .where('m.customer_id', '=', customerId)
    .where('m.id', '=', id)
    .where('m.channel', '=', 'call')
    .where('m.delivery', 'is', null)
    .executeTakeFirst()
}
