import type { StepHandler } from './step.ts'

/** Lets time pass. */
export const waitStep: StepHandler<'wait'> = async (run, { settings, next }) => {
  const until = new Date(run.now.getTime() + settings.minutes * 60_000)
  run.tell({ kind: 'wait', event: 'waiting', params: { until: until.toISOString() } })
  return { sleepUntil: until, after: { next } }
}
