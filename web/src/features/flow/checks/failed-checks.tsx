import type { CheckOutcome } from '@regie/contract/time-machine.ts'
import { ApiFailure } from '../../../api/api-failure.ts'
import { CheckDifferences } from './check-differences.tsx'

/** The checks for which steps were refused; none where they were refused for something else. */
export function failedChecksOf(refusal: unknown): CheckOutcome[] {
  if (!(refusal instanceof ApiFailure) || refusal.code !== 'script.checksFailed') return []
  return (refusal.current as CheckOutcome[]).filter(({ passed }) => !passed)
}

/** What no longer goes as it went. */
export function FailedChecks({ failed, nameOf }: { failed: readonly CheckOutcome[]; nameOf: (key: string) => string }) {
  return failed.map((outcome) => (
    <section key={outcome.checkID}>
      <strong>{outcome.name}</strong>
      <CheckDifferences outcome={outcome} nameOf={nameOf} />
    </section>
  ))
}
