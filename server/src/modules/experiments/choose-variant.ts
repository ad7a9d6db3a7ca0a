import { createHash } from 'node:crypto'
import type { Variant } from '@regie/contract/scripts.ts'

/** What a case draws lots with: always the same for one case, and it does not tell which case it is. */
export const lotOf = (caseId: number) => createHash('sha256').update(`case ${caseId}`).digest('hex').slice(0, 16)

const parts = 2 ** 32

/**
 * The variant that a case draws at a step: by a hash of both, so that whoever asks again gets the same answer, and two steps of a script divide
 * independently of each other. The shares of the variants lie behind each other from 0 to 1, and the hash points at one of them.
 */
export function chooseVariant(lot: string, stepKey: string, variants: readonly Variant[]): Variant {
  const point = createHash('sha256').update(`${lot} ${stepKey}`).digest().readUInt32BE(0) / parts
  const whole = variants.reduce((sum, { percent }) => sum + percent, 0)
  let passed = 0
  const drawn = variants.find(({ percent }) => {
    passed += percent
    return point * whole < passed
  })
  const chosen = drawn ?? variants.at(-1)
  if (!chosen) throw new Error(`the step ${stepKey} has no variants`)
  return chosen
}
