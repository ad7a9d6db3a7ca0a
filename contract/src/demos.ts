import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

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
