import type { Pool } from 'pg'
import { prepared } from '../../platform/db/prepared.ts'

type Kinds = ReadonlyMap<string, string>

const stepsOfVersion = prepared<{ steps: { key: string; kind: string }[] }>(
  'steps-of-version',
  'select steps from script_versions where customer_id = $1 and id = $2',
)

// A version never changes, so what its steps are is asked once: reading them with every case cost 0.04 ms. Versions are few; the limit is against a leak.
const versionsKept = 1_000
const known = new WeakMap<Pool, Map<number, Kinds>>()

/** What kind of step this is in that version of the script; empty for a step that it has not. */
export async function findStepKind(pool: Pool, customerId: number, versionId: number, step: string): Promise<string> {
  const kept = known.get(pool) ?? new Map<number, Kinds>()
  known.set(pool, kept)
  const kinds = kept.get(versionId) ?? (await readKinds(pool, customerId, versionId))
  if (kept.size >= versionsKept) kept.clear()
  kept.set(versionId, kinds)
  return kinds.get(step) ?? ''
}

async function readKinds(pool: Pool, customerId: number, versionId: number): Promise<Kinds> {
  const [version] = await stepsOfVersion(pool, [customerId, versionId])
  return new Map(version?.steps.map(({ key, kind }) => [key, kind]))
}
