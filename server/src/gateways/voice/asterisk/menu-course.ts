import { identified, noChoice, unidentified } from '@regie/contract/call-menu.ts'
import { type CallPart, partOfKey } from '../voice-gateway.ts'
import type { CallStage, CallState } from './call-state.ts'
import type { MenuPlan, MenuProgress } from './menu-plan.ts'

export type Identify = (id: string, digits: string) => Promise<'right' | 'wrong' | 'closed'>
type Options = {
  move(call: CallState, stage: CallStage): Promise<void>
  /** Says the part of the call that its progress names. */
  speak(call: CallState): Promise<void>
  /** Ends what is being said. */
  hush(call: CallState): Promise<void>
  chose(call: CallState, choice: string): Promise<void>
  toQueue(call: CallState): Promise<void>
  hangUp(call: CallState): Promise<unknown>
  identify: Identify
  /** Says when nothing was pressed for so long. */
  listenFor(call: CallState, ms: number): void
}
type Asking = CallState & { progress: MenuProgress }

/** What happens in a call that asks for keys. Where it stands is written down in the exchange, but for digits that say who somebody is. */
export function openMenuCourse({ move, speak, hush, chose, toQueue, hangUp, identify, listenFor }: Options) {
  async function say(call: Asking, part: CallPart, change: Partial<MenuProgress> = {}) {
    if (call.stage === 'speaking') await hush(call)
    call.progress = { ...call.progress, isAgain: false, ...change, part, turn: call.progress.turn + 1 }
    call.digits = ''
    await move(call, 'speaking')
    await speak(call)
  }

  /** The choice is written down before the call ends: what comes after it changes nothing. */
  async function leave(call: Asking, choice: string) {
    await chose(call, choice)
    await move(call, 'ending')
    await hangUp(call)
  }

  async function listen(call: Asking, { waitSeconds }: MenuPlan) {
    // Whoever waited for an earlier key waits no more.
    call.progress = { ...call.progress, turn: call.progress.turn + 1 }
    await move(call, 'listening')
    listenFor(call, waitSeconds * 1_000)
  }

  async function played(call: Asking, menu: MenuPlan) {
    // Digits were asked for, and there is nothing more to choose.
    if (call.progress.isKnown && menu.keys.length === 0) return void (await hangUp(call))
    await listen(call, menu)
  }

  /** Nothing was pressed: the text once more, and then it is enough. */
  async function silent(call: Asking) {
    if (!call.progress.isAgain) return say(call, call.progress.part, { isAgain: true })
    await leave(call, call.progress.isKnown ? noChoice : unidentified)
  }

  async function pressed(call: Asking, key: string, menu: MenuPlan) {
    if (call.stage !== 'speaking' && call.stage !== 'listening') return
    if (!call.progress.isKnown) return pressedDigit(call, key, menu)
    const found = menu.keys.find((one) => one.key === key)
    if (!found) {
      const wrong = call.progress.wrong + 1
      return wrong > menu.wrongMax ? leave(call, noChoice) : say(call, call.progress.part, { wrong })
    }
    if (found.act === 'repeat') return say(call, call.progress.part)
    if (found.act !== 'hear' && (found.act !== 'agent' || !call.plan.mayQueue)) return leave(call, found.key)
    await chose(call, found.key)
    if (found.act === 'hear') return say(call, partOfKey(found.key))
    const isSpoken = call.stage === 'speaking'
    await move(call, 'waiting')
    if (isSpoken) await hush(call)
    await toQueue(call)
  }

  async function pressedDigit(call: Asking, key: string, menu: MenuPlan) {
    if (call.stage === 'speaking') await hush(call)
    if (key === '*') call.digits = ''
    else if (key !== '#') call.digits += key
    const isWhole = call.digits.length >= menu.digits || (key === '#' && call.digits !== '')
    if (!isWhole) return listen(call, menu)
    const { digits } = call
    call.digits = ''
    const found = await identify(call.id, digits)
    if (found === 'right') {
      await chose(call, identified)
      return say(call, 'identified', { isKnown: true })
    }
    const tried = call.progress.tried + 1
    return found === 'closed' || tried >= menu.tries ? leave(call, unidentified) : say(call, 'answer', { tried })
  }

  return { played, silent, pressed }
}
