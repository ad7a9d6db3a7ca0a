import { identified, isFinalAct, noChoice, unidentified } from '@regie/contract/call-menu.ts'
import { type SimulatedNews, shareOf } from '../../simulated-provider.ts'
import type { OutgoingCall, SpokenMenu } from '../voice-gateway.ts'

type Keyed = Pick<OutgoingCall, 'id' | 'to' | 'mayQueue'> & { menu: SpokenMenu }
type Key = SpokenMenu['keys'][number]

// Of the people who pick up, so many do not show who they are, hang up when they are asked, hang up when they heard the text, or press nothing.
const shares = { unidentified: 0.15, hangsUpAsked: 0.1, hangsUp: 0.15, pressesNothing: 0.15 }

/** What a virtual debtor does who hears the text of a call from this moment on: always the same for the same call. Numbers that end in 77 want an agent. */
export function planKeys({ id, to, mayQueue, menu }: Keyed, heardFromMs: number): SimulatedNews[] {
  const chose = (afterMs: number, choice: string): SimulatedNews => ({ afterMs, state: 'chose', choice })
  const ends = (afterMs: number): SimulatedNews => ({ afterMs: afterMs + 500, state: 'answered', answer: 'mens' })
  let at = heardFromMs + 4_000 + 4_000 * shareOf(id, 'press')
  const news: SimulatedNews[] = []
  if (menu.identity) {
    const chance = shareOf(id, 'identity')
    if (chance < shares.unidentified) return [chose(at + 6_000, unidentified), ends(at + 6_000)]
    if (chance < shares.unidentified + shares.hangsUpAsked) return [ends(at)]
    news.push(chose(at, identified))
    at += 6_000 + 4_000 * shareOf(id, 'listen')
  }
  const wantsAgent = to.endsWith('77')
  const chance = shareOf(id, 'keys')
  if (menu.keys.length === 0 || (!wantsAgent && chance < shares.hangsUp)) return [...news, ends(at)]
  if (!wantsAgent && chance < shares.hangsUp + shares.pressesNothing) {
    at += 2 * menu.waitSeconds * 1_000
    return [...news, chose(at, noChoice), ends(at)]
  }
  const agent = wantsAgent ? menu.keys.find(({ act }) => act === 'agent') : undefined
  const first = agent ?? pick(menu.keys, shareOf(id, 'key'))
  if (first.act === 'hear') news.push(chose(at, first.key))
  if (!isFinalAct(first.act)) at += 8_000
  const final = menu.keys.filter(({ act }) => isFinalAct(act))
  const last = isFinalAct(first.act) ? first : final.length > 0 ? pick(final, shareOf(id, 'secondKey')) : null
  if (last === null) return [...news, ends(at)]
  news.push(chose(at, last.key))
  if (last.act !== 'agent' || !mayQueue) return [...news, ends(at)]
  return [...news, { afterMs: at + 100, state: 'live', live: 'transferring' }, ends(at + 30_000 + 120_000 * shareOf(id, 'waiting'))]
}

function pick(keys: readonly Key[], share: number): Key {
  const found = keys[Math.floor(share * keys.length)]
  if (!found) throw new Error('there is no key to press')
  return found
}
