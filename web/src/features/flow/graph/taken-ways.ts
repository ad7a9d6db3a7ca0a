import { identified } from '@regie/contract/call-menu.ts'
import type { LaidWay } from './lay-out.ts'

/** What each branch answered, or which variant was drawn, by its step. */
export type Answers = ReadonlyMap<string, ReadonlySet<string>>

/** Where the time machine or a demo is: its moment in words, the steps that it took in their order, and what its branches answered. */
export type Played = { at: string; steps: readonly string[]; answers: Answers }

export type TakenMoment = { step: string | null; event: string; params: Readonly<Record<string, string | number>> }

const answering: readonly string[] = ['branch', 'divided', 'callChose']

/** The answers that branches gave, as the timeline keeps them. */
export function answersGiven(moments: readonly TakenMoment[]): Answers {
  const given = moments.flatMap(({ step, event, params }) =>
    step !== null && answering.includes(event) && params.key !== identified
      ? [[step, String(params.answer ?? params.variant ?? params.key)] as const]
      : [],
  )
  const byStep = Map.groupBy(given, ([step]) => step)
  return new Map([...byStep].map(([step, answers]) => [step, new Set(answers.map(([, answer]) => answer))]))
}

/** The ways that were taken: from a step to the next one, and where two answers lead there, by the answer that was given. */
export function takenWays(ways: readonly LaidWay[], steps: readonly string[], answers: Answers): ReadonlySet<LaidWay> {
  const passed = new Set(steps.slice(1).map((to, at) => `${steps[at]} ${to}`))
  const candidates = ways.filter(({ from, to }) => passed.has(`${from} ${to}`))
  return new Set(
    candidates.filter((way) => {
      const beside = candidates.filter(({ from, to }) => from === way.from && to === way.to)
      const given = answers.get(way.from)
      return beside.length === 1 || given === undefined || [...given].some((answer) => wayOf(answer, ways, way.from) === way.answer)
    }),
  )
}

// An empty field is written down as such, one that the script does not name as another; both go the way of all others.
function wayOf(answer: string, ways: readonly LaidWay[], from: string): string | null {
  const named = ways.flatMap((way) => (way.from === from && way.answer !== null ? [way.answer] : []))
  if (named.includes(answer)) return answer
  return answer === 'empty' && named.includes('') ? '' : null
}
