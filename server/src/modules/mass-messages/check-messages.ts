import type { WrittenChannel } from '@regie/contract/manual-messages.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { type MessageCheck, type messageApi, checkedMax, type MessageRefusal } from '@regie/contract/messages.ts'
import { simplifySms, smsReplacement, smsSegments } from '@regie/contract/sms-segments.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { countSelection, nextSelected, pinSelection } from '../bulk/case-selection.ts'
import { chooseWay, mailsOf } from './consider-case.ts'
import { readOrder } from './message-order.ts'
import { readMany, type ReadCase } from './read-many.ts'

type Question = RequestOf<typeof messageApi.check>['body']

// So many at a time: a question over more takes as long for each.
const casesPerPart = 500
const samplesMax = 50

/** Who an order would reach, who not and why, and what it costs. */
export async function checkMessages(services: Services, caller: Caller, { channel, filter, ...plan }: Question): Promise<MessageCheck> {
  const { db, clock } = services
  const now = clock.now()
  const { ways } = await readOrder(services, caller, channel, plan)
  const [first, ...next] = ways
  const considerings = [first.considering, ...next.map(({ considering }) => considering)] as const
  const customerId = plan.customerID
  const { total } = await countSelection(db, caller, customerId, filter)
  const pinned = await pinSelection(db, caller, customerId, filter)
  const sums = openSums()
  for (let reached = 0, more = true; more && sums.checked() < checkedMax; ) {
    const limit = Math.min(casesPerPart, checkedMax - sums.checked())
    const caseIds = await nextSelected(db, customerId, pinned, { reached, lastId: Number.MAX_SAFE_INTEGER, limit })
    for (const read of await readMany(db, services, { customerId, caseIds, mails: mailsOf(considerings), now }))
      sums.add(read, chooseWay(read, considerings))
    reached = caseIds.at(-1) ?? reached
    more = caseIds.length === limit
  }
  return { total, ...sums.answer() }
}

type Refused = { count: number; moments: Map<string, number> }

function openSums() {
  const refused = new Map<MessageRefusal, Refused>()
  const byChannel = new Map<WrittenChannel, number>()
  const [missing, parts, longer] = [new Map<string, number>(), new Map<number, number>(), new Map<string, number>()]
  const [ready, others]: number[][] = [[], []]
  let [checked, linksToMake, landlines, partsSaved] = [0, 0, 0, 0]
  let centsPerPart: number | null = null
  return {
    checked: () => checked,
    add({ one, facts, prices }: ReadCase, { considering: { channel }, considered }: ReturnType<typeof chooseWay>) {
      checked++
      const { refused: why, rendered, needsLink, carrier } = considered
      if (why) {
        others?.push(one.caseId)
        const known = refused.get(why.reason) ?? { count: 0, moments: new Map() }
        known.count++
        if (why.nextAt !== null) count(known.moments, why.nextAt)
        refused.set(why.reason, known)
        if (why.reason === 'textIncomplete') for (const field of why.missing) count(missing, field)
        if (why.reason === 'noMobile' && facts.phone !== null) landlines++
        return
      }
      ready?.push(one.caseId)
      count(byChannel, channel)
      if (needsLink) linksToMake++
      if (channel !== 'sms' || rendered === null) return
      centsPerPart ??= prices.get(carrier?.providerId ?? 0) ?? null
      const now = smsSegments(rendered.text)
      count(parts, now.segments)
      if (now.encoding === 'gsm7') return
      for (const character of now.breakers) count(longer, character)
      partsSaved += now.segments - smsSegments(simplifySms(rendered.text)).segments
    },
    answer: (): Omit<MessageCheck, 'total'> => ({
      checked,
      ready: ready?.length ?? 0,
      byChannel: mostFirst([...byChannel].map(([channel, times]) => ({ channel, count: times }))),
      refused: mostFirst(
        [...refused].map(([reason, { count: times, moments }]) => ({ reason, count: times, nextAt: mostFrequent(moments) })),
      ),
      missing: mostFirst([...missing].map(([field, times]) => ({ field, count: times }))),
      linksToMake,
      landlines,
      parts: [...parts].toSorted(([a], [b]) => a - b).map(([size, times]) => ({ parts: size, count: times })),
      longer: {
        characters: mostFirst(
          [...longer].map(([character, times]) => ({ character, replacement: smsReplacement(character), count: times })),
        ).slice(0, 20),
        partsSaved,
      },
      centsPerPart,
      sampleIDs: [...(ready ?? []), ...(others ?? [])].slice(0, samplesMax),
    }),
  }
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const mostFirst = <Row extends { count: number }>(rows: Row[]) => rows.toSorted((a, b) => b.count - a.count)

const mostFrequent = (moments: ReadonlyMap<string, number>) =>
  [...moments].toSorted(([at, a], [than, b]) => b - a || at.localeCompare(than))[0]?.[0] ?? null
