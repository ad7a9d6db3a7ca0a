import type { StepHandler } from './step.ts'
import { waitMs } from './wait-ms.ts'

/** Lets time pass. */
export const waitStep: StepHandler<'wait'> = async (run, { settings, next }) => {
  const until = new Date(run.now.getTime() + waitMs(run.case, settings.minutes))
  run.record({ event: 'waiting', params: { until: until.toISOString() } })
  return { sleepUntil: until, after: { next } }
}
