import type { DeliveryUpdate } from '../../message-gateway.ts'
import type { AriClient } from './ari-client.ts'
import { type MenuPlan, type MenuProgress, menuText, progressText, readMenu, readProgress } from './menu-plan.ts'

/** What a call is for. It stands with its channel in the exchange, so that whoever hears of it knows. */
export type CallPlan = {
  /** Who waits for it at their desk; null: nobody, it speaks its text. */
  agent: string | null
  /** Who listens may ask for a colleague. */
  mayQueue: boolean
  /** There is a text for a voicemail. */
  hasVoicemail: boolean
  /** They called us. */
  isInbound: boolean
  /** The keys that may be pressed in it; null: none but that for a colleague. */
  menu: MenuPlan | null
}

/** How far a call is. It only moves on; who talked with an agent may be left to wait for another one, or for their browser to come back (`returning`). */
const stages = ['dialled', 'detecting', 'speaking', 'listening', 'ending', 'waiting', 'talking', 'returning'] as const
export type CallStage = (typeof stages)[number]
/** Who picked up; null: not known (yet). */
const heards = ['human', 'unsure', 'machine'] as const
export type Heard = (typeof heards)[number] | null

export type CallState = {
  channel: string
  id: string
  plan: CallPlan
  stage: CallStage
  heard: Heard
  /** Which phone of the agent is in it, by when it was made: news of one before that say nothing any more. Null: not known. */
  agentSince: string | null
  /** Until when the browser of the agent is awaited. */
  returnUntil: Date | null
  /** Of a call with a menu to which a person listens. */
  progress: MenuProgress | null
  /** What was pressed of the digits that are asked for. It stands here alone. */
  digits: string
  /** Why it did not become what it was for. */
  trouble: 'soundNotPlayed' | 'agentNotReached' | null
}

const planVariable = 'REGIE_PLAN'
const stageVariable = 'REGIE_STAGE'

/** The variables of a new channel; the dialplan `regie-amd` comes back to the application that they name. */
export const variablesOf = (plan: CallPlan, app: string) => ({
  REGIE_APP: app,
  [planVariable]: planText(plan),
  [stageVariable]: 'dialled',
})

const planText = ({ agent, mayQueue, hasVoicemail, isInbound, menu }: CallPlan) =>
  new URLSearchParams({
    ...(agent !== null && { agent }),
    ...{ queue: String(mayQueue), voicemail: String(hasVoicemail) },
    ...(isInbound && { inbound: 'true' }),
    ...(menu && { menu: menuText(menu) }),
  }).toString()

/** Writes down in the exchange what a call is for that others began. */
export const keepPlan = (ari: AriClient, { channel, plan }: CallState) =>
  ari.order('POST', `/channels/${channel}/variable`, { variable: planVariable, value: planText(plan) })

/** Writes down in the exchange that a call waits for any agent, whoever it was for. */
export async function keepReleased(ari: AriClient, { channel, plan, heard }: CallState): Promise<void> {
  const keep = (variable: string, value: string) => ari.order('POST', `/channels/${channel}/variable`, { variable, value })
  await keep(planVariable, planText({ ...plan, agent: null }))
  await keep(stageVariable, stageText({ stage: 'waiting', heard, progress: null }))
  await keep(mutedVariable, '')
  await keep(heldVariable, '')
}

/** Reads from the exchange what a call is for and how far it is; null: it is over. */
export async function readCallState(ari: AriClient, channel: string, id: string): Promise<CallState | null> {
  const plan = await readVariable(ari, channel, planVariable)
  if (plan === null) return null
  const fields = new URLSearchParams(plan)
  const [stage = '', heard = '', ...progress] = ((await readVariable(ari, channel, stageVariable)) ?? '').split('.')
  return {
    ...{ channel, id, trouble: null, digits: '', agentSince: null, returnUntil: null, progress: readProgress(progress) },
    plan: {
      ...{ agent: fields.get('agent'), mayQueue: fields.get('queue') === 'true' },
      ...{ hasVoicemail: fields.get('voicemail') === 'true', isInbound: fields.get('inbound') === 'true' },
      menu: readMenu(fields.get('menu')),
    },
    stage: stages.find((one) => one === stage) ?? 'dialled',
    heard: heards.find((one) => one === heard) ?? null,
  }
}

/** Has somebody asked for, or got, an agent? */
export const isWithAgent = (stage: CallStage): boolean => stage === 'waiting' || stage === 'talking' || stage === 'returning'

/** Writes down in the exchange how far a call is. */
export const keepStage = (ari: AriClient, { channel, stage, heard, progress }: CallState) =>
  ari.order('POST', `/channels/${channel}/variable`, { variable: stageVariable, value: stageText({ stage, heard, progress }) })

const stageText = ({ stage, heard, progress }: Pick<CallState, 'stage' | 'heard' | 'progress'>) =>
  [stage, heard ?? [], progress && !isWithAgent(stage) ? progressText(progress) : []].flat().join('.')

// By whose browser an agent talks; empty: by a phone of their own.
const browserVariable = 'REGIE_BROWSER'
// What the agent does in the call: it holds for the next phone by which they talk.
const mutedVariable = 'REGIE_MUTED'
const heldVariable = 'REGIE_HELD'

const keepVariable = (ari: AriClient, channel: string, variable: string, value: string) =>
  ari.order('POST', `/channels/${channel}/variable`, { variable, value })

/** Writes down whose browser is rung for a call. */
export const keepBrowserOf = (ari: AriClient, channel: string, username: string) => keepVariable(ari, channel, browserVariable, username)

/** By whose browser the agent of a call talks; null: by none. */
export const readBrowserOf = async (ari: AriClient, channel: string): Promise<string | null> =>
  (await readVariable(ari, channel, browserVariable)) || null

export const keepMuted = (ari: AriClient, channel: string, isMuted: boolean) =>
  keepVariable(ari, channel, mutedVariable, isMuted ? 'yes' : '')
export const keepHeld = (ari: AriClient, channel: string, isHeld: boolean) => keepVariable(ari, channel, heldVariable, isHeld ? 'yes' : '')

/** What the agent did in a call: it stays so when they come back. */
export async function readManners(ari: AriClient, channel: string): Promise<{ isMuted: boolean; isHeld: boolean }> {
  const is = async (variable: string) => (await readVariable(ari, channel, variable)) === 'yes'
  return { isMuted: await is(mutedVariable), isHeld: await is(heldVariable) }
}

/** A variable of a channel; null: it or its channel is not there. */
export async function readVariable(ari: AriClient, channel: string, variable: string): Promise<string | null> {
  const { status, body } = await ari.ask('GET', `/channels/${channel}/variable`, { variable })
  if (status !== 200 || typeof body !== 'object' || body === null) return null
  const { value } = body as { value?: unknown }
  return typeof value === 'string' ? value : null
}

/** What is told of a call. */
export type CallNews = Pick<DeliveryUpdate, 'state' | 'live' | 'choice' | 'answer' | 'reason'> & {
  /** The same for a repeat; left out: it happens once in a call. */
  key?: string
}
