import { stepName } from '@regie/contract/scripts.ts'
import type { Pool } from 'pg'
import { prepared } from '../../platform/db/prepared.ts'

type KnownStep = { stepKind: string; stepName: string }
type KnownSteps = ReadonlyMap<string, KnownStep>

const stepsOfVersion = prepared<{ steps: { key: string; kind: string; name?: string }[] }>(
  'steps-of-version',
  'select steps from script_versions where customer_id = $1 and id = $2',
)

// A version never changes, so what its steps are is asked once: reading them with every case cost 0.04 ms. Versions are few; the limit is against a leak.
const versionsKept = 1_000
const known = new WeakMap<Pool, Map<number, KnownSteps>>()

/** What this step is and is called in that version of the script; no kind for a step that it has not. */
export async function findKnownStep(pool: Pool, customerId: number, versionId: number, step: string): Promise<KnownStep> {
  const kept = known.get(pool) ?? new Map<number, KnownSteps>()
  known.set(pool, kept)
  const steps = kept.get(versionId) ?? (await readSteps(pool, customerId, versionId))
  if (kept.size >= versionsKept) kept.clear()
  kept.set(versionId, steps)
  return steps.get(step) ?? { stepKind: '', stepName: stepName({ key: step }) }
}

/** What the step is called that sent a message. One of the script carries its case, version, step and turn in its key; one of staff has no step. */
export async function findStepOfMessage(pool: Pool, customerId: number, key: string): Promise<string | null> {
  const [, version, step, turn] = key.split(':')
  if (step === undefined || turn === undefined || !/^\d+$/.test(version ?? '')) return null
  return (await findKnownStep(pool, customerId, Number(version), step)).stepName
}

async function readSteps(pool: Pool, customerId: number, versionId: number): Promise<KnownSteps> {
  const [version] = await stepsOfVersion(pool, [customerId, versionId])
  return new Map(version?.steps.map((step) => [step.key, { stepKind: step.kind, stepName: stepName(step) }]))
}
