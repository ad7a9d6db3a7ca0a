import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { LastAnswer } from './last-answer.ts'
import { BodyId, Id } from './paging.ts'
import { Right } from './right-codes.ts'
import { ScriptSteps } from './scripts.ts'
import { Channel } from './channels.ts'

/** So many days are played at most. */
const simulationDaysMax = 30

// Moments that every part of the product can write down.
const SimulationFrom = z.iso.datetime().check(z.refine((at) => at >= '2000' && at < '2100'))

/** What the world answers while a script is played: each call in turn (the last one repeats), and when the debtor pays. */
export const SimulationAnswers = z.object({
  calls: z.array(LastAnswer).check(z.minLength(1), z.maxLength(20)),
  /**
   * What is pressed in each call that somebody answers, in turn: a key, `none`, `unidentified`, or `identified` and nothing after it. Left out: they hang up when they heard
   * the text.
   */
  keys: z.optional(z.array(z.string().check(z.regex(/^([0-9*#]|none|unidentified|identified)$/))).check(z.minLength(1), z.maxLength(20))),
  paysOnDay: z.nullable(z.number().check(z.int(), z.gte(0), z.lte(simulationDaysMax))),
})
export type SimulationAnswers = z.infer<typeof SimulationAnswers>

/** One thing that the script does, at the moment at which it would. */
export const SimulationMoment = z.object({
  at: z.string(),
  step: z.string(),
  stepKind: z.string(),
  /** The event of the timeline (text `cases.events.<event>`). */
  event: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  channel: z.nullable(Channel),
  /** Why not, when it was held. */
  reason: z.nullable(z.string()),
  nextAt: z.nullable(z.string()),
  /** The text that it would send. */
  message: z.nullable(z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.nullable(z.string()) })),
})
export type SimulationMoment = z.infer<typeof SimulationMoment>

export const Simulation = z.object({
  from: z.string(),
  until: z.string(),
  moments: z.array(SimulationMoment),
  end: z.object({ kind: z.enum(['finished', 'paid', 'stillRunning', 'stuck']), result: z.nullable(z.string()), at: z.string() }),
})
export type Simulation = z.infer<typeof Simulation>

/** A simulation that is kept: the draft must still do the same before it becomes live. */
export const ScriptCheck = z.object({
  checkID: z.number(),
  name: z.string(),
  from: z.string(),
  answers: SimulationAnswers,
  /** Null for who may not see cases. */
  caseNumber: z.nullable(z.string()),
  moments: z.number(),
  createdBy: z.string(),
  createdAt: z.string(),
})
export type ScriptCheck = z.infer<typeof ScriptCheck>

/** A moment that differs from what the check expects: as text `dag, tijd, step, event`. */
export const CheckOutcome = z.object({
  checkID: z.number(),
  name: z.string(),
  passed: z.boolean(),
  differences: z.array(z.object({ at: z.number(), expected: z.nullable(z.string()), got: z.nullable(z.string()) })),
})
export type CheckOutcome = z.infer<typeof CheckOutcome>

const ScriptId = z.object({ scriptID: Id })

export const timeMachineApi = {
  simulate: endpoint({
    method: 'POST',
    path: '/scripts/:scriptID/simulate',
    access: { right: Right.viewScripts, also: [Right.viewCases] },
    asksOnly: true,
    budget: 'simulation',
    summary:
      'Simulation up to 30 days of a script with one case on a clock of its own: the engine itself, in a transaction that is undone. Nothing is sent or kept',
    params: ScriptId,
    body: z.object({
      caseID: BodyId,
      /** The steps to simulation; left out plays the live version. */
      steps: z.optional(ScriptSteps),
      from: SimulationFrom,
      days: z.number().check(z.int(), z.gte(1), z.lte(simulationDaysMax)),
      answers: SimulationAnswers,
    }),
    response: Simulation,
  }),
  checks: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/checks',
    access: { right: Right.viewScripts },
    summary: 'The plays that a draft must repeat before it becomes live',
    params: ScriptId,
    response: z.array(ScriptCheck),
  }),
  addCheck: endpoint({
    method: 'POST',
    path: '/scripts/:scriptID/checks',
    access: { right: Right.changeScripts, also: [Right.viewCases] },
    budget: 'simulation',
    summary: 'Keep a simulation as a check; the case is copied without its name, numbers and addresses',
    params: ScriptId,
    body: z.object({
      name: z.string().check(z.trim(), z.minLength(1, 'script.nameMissing'), z.maxLength(120)),
      caseID: BodyId,
      steps: z.optional(ScriptSteps),
      from: SimulationFrom,
      days: z.number().check(z.int(), z.gte(1), z.lte(simulationDaysMax)),
      answers: SimulationAnswers,
    }),
    response: ScriptCheck,
  }),
  removeCheck: endpoint({
    method: 'DELETE',
    path: '/scripts/:scriptID/checks/:checkID',
    access: { right: Right.changeScripts },
    summary: 'Forget a check',
    params: z.object({ scriptID: Id, checkID: Id }),
  }),
  runChecks: endpoint({
    method: 'POST',
    path: '/scripts/:scriptID/checks/run',
    access: { right: Right.viewScripts, also: [Right.viewCases] },
    asksOnly: true,
    budget: 'simulation',
    summary: 'Simulation all checks with the draft',
    params: ScriptId,
    response: z.array(CheckOutcome),
  }),
}
