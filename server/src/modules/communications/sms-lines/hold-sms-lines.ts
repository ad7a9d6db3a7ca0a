import type { SmsSink } from '../../../gateways/sms/sms-gateway.ts'
import type { Services } from '../../../services.ts'
import { findRegistered } from '../../providers/provider-queries.ts'
import { holdLine } from '../lines/hold-line.ts'
import { takeLines } from '../lines/take-lines.ts'
import { hearingOf, recordOrKeep } from './early-news.ts'
import { receiveSms } from './receive-sms.ts'

/** Keeps the connections to the exchanges that no other living engine keeps, and shows how they stand. */
export async function holdSmsLines(services: Services, engineId: number): Promise<number> {
  const { db, gateways } = services
  const ids = await takeLines(db, { table: 'sms_lines', kind: 'smpp', engineId })
  const { smsLines } = gateways
  await smsLines.keepOnly(new Set(ids))
  for (const provider of (await findRegistered(db, ids)).values())
    await holdLine(services, provider, smsLines, () => smsLines.hold(provider, sinkOf(services)))
  return 0
}

function sinkOf(services: Services): SmsSink {
  return {
    delivery: (provider, update) => recordOrKeep(services, hearingOf(provider), update),
    incoming: (provider, sms) => receiveSms(services, provider, sms),
  }
}
