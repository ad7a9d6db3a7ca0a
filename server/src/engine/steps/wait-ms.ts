import type { CaseToRun } from '../../modules/case-runs/lock-claimed-cases.ts'

/** How long a script waits, in milliseconds. Who shows a demo need not wait for days. */
export function waitMs({ demo }: Pick<CaseToRun, 'demo'>, minutes: number): number {
  const asWritten = minutes * 60_000
  return demo?.waitSecondsMax == null ? asWritten : Math.min(asWritten, demo.waitSecondsMax * 1000)
}
