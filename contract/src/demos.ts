import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PressableButton } from './flow.ts'
import { Id } from './paging.ts'
import { Channel } from './channels.ts'
import { DeliveryState } from './cases.ts'
import { Right } from './right-codes.ts'
import { ScriptStep } from './scripts.ts'
import { timelineKinds } from './timeline-events.ts'

/** So many demos a day for one user (product.md §5.16). */
export const demosPerDay = 10

export const Demo = z.object({
  caseID: z.number(),
  caseNumber: z.string(),
  scriptID: z.number(),
  scriptName: z.string(),
  status: z.enum(['open', 'paused', 'closed']),
  result: z.nullable(z.string()),
  startedAt: z.string(),
  by: z.string(),
})
export type Demo = z.infer<typeof Demo>

/** One thing that happened in a demo, with the text as the debtor gets it. `event` with `params` is translated by the screen (`cases.events.<event>`). */
const DemoMoment = z.object({
  id: z.number(),
  at: z.string(),
  kind: z.enum(timelineKinds),
  event: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  by: z.nullable(z.string()),
  /** The step that did it; null where it was no step. */
  step: z.nullable(z.string()),
  message: z.nullable(
    z.object({
      communicationID: z.number(),
      channel: Channel,
      state: DeliveryState,
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      reason: z.nullable(z.string()),
    }),
  ),
})
export type DemoMoment = z.infer<typeof DemoMoment>

/** A demo as it goes: the script, the way it took through it, and all that happened, the oldest first. */
export const DemoRun = z.object({
  demo: Demo,
  waitSecondsMax: z.nullable(z.number()),
  steps: z.array(ScriptStep),
  /** The steps in the order in which they were taken; the last is where it stands. */
  path: z.array(z.string()),
  /** When it goes on by itself; null while it waits for somebody, and at its end. */
  dueAt: z.nullable(z.string()),
  moments: z.array(DemoMoment),
})
export type DemoRun = z.infer<typeof DemoRun>

export const demoApi = {
  list: endpoint({
    method: 'GET',
    path: '/demos',
    access: { right: Right.demo },
    summary: 'Scripts that can be shown, how many demos I have left today, and my last demos',
    query: z.object({ customerID: Id }),
    response: z.object({
      scripts: z.array(z.object({ scriptID: z.number(), name: z.string(), active: z.boolean(), steps: z.number() })),
      leftToday: z.number(),
      demos: z.array(Demo),
    }),
  }),
  steps: endpoint({
    method: 'GET',
    path: '/demos/:scriptID/steps',
    access: { right: Right.demo },
    summary: 'The steps that a demo of this script would take',
    params: z.object({ scriptID: Id }),
    response: z.object({
      steps: z.array(ScriptStep),
      /** The WhatsApp texts of its steps that have something to press. */
      templates: z.array(z.object({ key: z.string(), pressable: z.array(PressableButton) })),
    }),
  }),
  run: endpoint({
    method: 'GET',
    path: '/demos/:caseID/run',
    access: { right: Right.demo },
    summary: 'A demo of mine as it goes: its script, the steps it took, and every message and call with its text',
    params: z.object({ caseID: Id }),
    response: DemoRun,
  }),
  start: endpoint({
    method: 'POST',
    path: '/demos/:scriptID',
    access: { right: Right.demo },
    summary: 'Run a script to my own number and address only, as they stand in my account; marked DEMO and outside every report',
    params: z.object({ scriptID: Id }),
    body: z.object({
      /** Waits of the script last so many seconds at most; null keeps them as they are. */
      waitSecondsMax: z.nullable(z.number().check(z.int(), z.gte(1), z.lte(3600))),
    }),
    response: Demo,
  }),
  stop: endpoint({
    method: 'DELETE',
    path: '/demos/:caseID',
    access: { right: Right.demo },
    summary: 'End a demo of mine',
    params: z.object({ caseID: Id }),
    response: Demo,
  }),
}
