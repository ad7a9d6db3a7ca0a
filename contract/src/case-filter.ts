import * as z from 'zod/mini'
import { LastAnswer } from './last-answer.ts'

/** What a list of cases can be ordered by. */
export const caseSorts = ['caseID', 'caseNumber', 'name', 'status', 'outstanding', 'city', 'result'] as const
export type CaseSort = (typeof caseSorts)[number]
export const caseOrder = {
  sort: z._default(z.enum(caseSorts), 'caseID'),
  direction: z._default(z.enum(['asc', 'desc']), 'desc'),
}

/** The bounds of an amount that is still open, in cents; a list filters by both. */
const BodyCents = z.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER))
const Cents = z.pipe(z.coerce.number(), BodyCents)

/** What stands for no result in a filter. */
export const noResult = '-'

/** By what else than their status cases are filtered, where an index of a batch leads to them or a search has found them. */
export const caseFilter = {
  /** A result code, or `-` for the cases without one. */
  result: z.optional(z.string().check(z.maxLength(10))),
  answer: z.optional(LastAnswer),
  /** The key of the step that the script takes next with an open or paused case. */
  step: z.optional(z.string().check(z.maxLength(60))),
  minCents: z.optional(Cents),
  maxCents: z.optional(Cents),
}
/** The same in a body, where nothing but a number is one. */
export const caseFilterBody = { ...caseFilter, minCents: z.optional(BodyCents), maxCents: z.optional(BodyCents) }
const CaseFilter = z.object(caseFilter)
export type CaseFilter = z.infer<typeof CaseFilter>

/** By what a list of cases may be filtered, each with how many cases of the batch are so. */
export const CaseChoices = z.object({
  results: z.array(z.object({ result: z.string(), count: z.number() })),
  answers: z.array(z.object({ answer: LastAnswer, count: z.number() })),
  steps: z.array(z.object({ step: z.string(), name: z.string(), count: z.number() })),
})
export type CaseChoices = z.infer<typeof CaseChoices>
