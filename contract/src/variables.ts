import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

const ScriptId = z.object({ scriptID: Id })

export const ScriptVariable = z.object({
  key: z.string(),
  value: z.string(),
  standardValue: z.string(),
  /** Back to the standard value every day at 00:05. */
  resetDaily: z.boolean(),
  /** What would miss it: a text, a step or a filter. */
  usedBy: z.array(z.object({ kind: z.enum(['template', 'step', 'filter']), id: z.string(), name: z.string() })),
})
export type ScriptVariable = z.infer<typeof ScriptVariable>

/** What a text says of money comes from the case alone: a variable of this name could send payers to somebody else's account. */
export const isReservedKey = (key: string): boolean => key === 'betaallink' || key === 'bedrag'
const VariableKey = z.string().check(
  z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'script.variableKeyInvalid'),
  z.refine((key) => !isReservedKey(key), 'script.variableReserved'),
)

export const variableApi = {
  list: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/variables',
    access: { right: Right.viewScripts },
    summary: 'The variables of a script with what uses them',
    params: ScriptId,
    response: z.object({ variables: z.array(ScriptVariable), version: z.number() }),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/scripts/:scriptID/variables',
    access: { right: Right.changeVariables },
    summary: 'Save all variables; one that is in use can change its value, not its name, and cannot go',
    savedAs: [{ entity: 'scriptVariable', param: 'scriptID', isPart: true }],
    params: ScriptId,
    body: z.object({
      version: z.number(),
      variables: z
        .array(
          z.object({
            key: VariableKey,
            value: z.string().check(z.maxLength(1000)),
            standardValue: z.string().check(z.maxLength(1000)),
            resetDaily: z.boolean(),
          }),
        )
        .check(z.maxLength(200)),
    }),
    response: z.object({ variables: z.array(ScriptVariable), version: z.number() }),
  }),
}
