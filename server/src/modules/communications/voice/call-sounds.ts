import type { Locale } from '@regie/contract/locale.ts'
import { voiceFor } from '@regie/contract/voices.ts'
import { sql } from 'kysely'
import type { CallPart, CallSound } from '../../../gateways/voice/voice-gateway.ts'
import type { Services } from '../../../services.ts'
import { makeSound } from '../../speech/speak-text.ts'
import type { ClaimedMessage } from '../communication-changes.ts'
import { textsOfCall } from './texts-of-call.ts'

type Call = Pick<ClaimedMessage, 'customerId' | 'id' | 'text' | 'voicemailText' | 'menu' | 'voice' | 'language'>

/** A text of a call as its provider plays it, noted with the call; null: there is none, or nothing speaks here. A call never waits for a voice that fails. */
export async function soundOfCall(services: Services, call: Call, part: CallPart): Promise<CallSound | null> {
  const text = textsOfCall(call)
    .find((one) => one.part === part)
    ?.text.trim()
  if (text === undefined) return null
  try {
    const voice = voiceFor(call.voice, call.language as Locale)
    const { wav, seconds } = await makeSound(services, call.customerId, { text, voice, speed: 1 })
    await noteSpoken(services, call, { [part]: { voice, seconds } })
    return { wav, voice, seconds }
  } catch (err) {
    services.log.warn({ err, communicationId: call.id }, 'a text of a call was not spoken')
    return null
  }
}

async function noteSpoken({ db }: Services, { customerId, id }: Call, spoken: object): Promise<void> {
  await sql`
    update communication_contents t
    set spoken = coalesce(t.spoken, '{}') || ${JSON.stringify(spoken)}::jsonb
    from communications c
    where c.customer_id = ${customerId}
      and c.id = ${id}
      and t.customer_id = c.customer_id
      and t.communication_id = c.id
      and t.queued_at = c.queued_at`.execute(db)
}
