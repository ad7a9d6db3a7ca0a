import { sql } from 'kysely'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import type { KnownCall, VoiceSink } from '../../../gateways/voice/voice-gateway.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import type { Services } from '../../../services.ts'
import { findRegistered } from '../../providers/provider-queries.ts'
import { holdLine } from '../lines/hold-line.ts'
import { receiveCall } from '../inbound/receive-call.ts'
import { recordDeliveryOf } from '../record-delivery.ts'
import { hearingOf, recordOrKeep } from '../sms-lines/early-news.ts'
import { takeLines } from '../lines/take-lines.ts'

/** Who picks up shows who they are by digits; the rule of that is no matter of who carries calls. */
type IdentifyCaller = (services: Services, call: { customerId: number; id: number; digits: string }) => ReturnType<VoiceSink['identify']>

/** Keeps the connections to the voice exchanges that no other living engine keeps, and shows how they stand. */
export async function holdVoiceLines(services: Services, engineId: number, identifyCaller: IdentifyCaller): Promise<number> {
  const { db, gateways } = services
  const ids = await takeLines(db, { table: 'voice_lines', kind: 'asterisk', engineId })
  const { voiceLines } = gateways
  await voiceLines.keepOnly(new Set(ids))
  for (const provider of (await findRegistered(db, ids)).values())
    await holdLine(services, provider, voiceLines, () => voiceLines.hold(provider, sinkOf(services, identifyCaller)))
  return 0
}

function sinkOf(services: Services, identifyCaller: IdentifyCaller): VoiceSink {
  return {
    news: (provider, update) => recordOrKeep(services, hearingOf(provider), update),
    listCalls: (provider) => listCalls(services, provider),
    arrived: (provider, call) => receiveCall(services, { name: provider.settings.kind, provider, simulated: false }, call),
    identify: ({ customerId }, { id, digits }) => identifyCaller(services, { customerId, id: Number(id), digits }),
    lost: (provider, call) => endLost(services, provider, call),
  }
}

// The phone of who listens has rung out by then.
const listenerSeconds = 40

/** The calls of a provider that are on: those that it took, and those whose sender has no answer yet. */
async function listCalls({ db, clock }: Services, { customerId, id }: RegisteredProvider): Promise<KnownCall[]> {
  const { rows } = await sql<KnownCall>`
    select m.id::text as id, false as "isDialling", case when m.inbound then m.provider_ref end as channel,
      exists (
        select from call_listeners l
        where l.customer_id = m.customer_id and l.communication_id = m.id and l.ended_at is null
          and l.began_at < ${clock.now()}::timestamptz - make_interval(secs => ${listenerSeconds})) as "hasListener"
    from communications m
    where m.customer_id = ${customerId} and m.provider_id = ${id} and m.in_air
    union all
    select m.id::text, true, null, false
    from outbox o
    join communications m on m.customer_id = o.customer_id and m.id = o.communication_id
    where o.customer_id = ${customerId} and o.channel = 'call' and o.state = 'started' and m.provider_id = ${id}`.execute(db)
  return rows
}

/** Nobody saw how it ended. That it is over for us is written down with that reason: reached only if somebody of ours talked with them. */
function endLost(
  { db, clock }: Services,
  { customerId, settings }: RegisteredProvider,
  call: { id: string; providerRef: string },
): Promise<void> {
  const id = Number(call.id)
  return tryThrice(() =>
    db.transaction().execute(async (tx) => {
      const talked = await tx
        .selectFrom('manual_calls')
        .select('answered_at')
        .where('customer_id', '=', customerId)
        .where('communication_id', '=', id)
        .where('answered_at', 'is not', null)
        .executeTakeFirst()
      const end = talked ? ({ state: 'answered', answer: 'mens' } as const) : ({ state: 'failed', answer: 'technisch' } as const)
      await recordDeliveryOf(tx, { customerId, id }, settings.kind, {
        ...{ eventKey: `${call.providerRef}:lost`, at: clock.now(), reason: 'providerGone', ...end },
      })
    }),
  )
}
