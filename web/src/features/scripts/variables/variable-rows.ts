import type { ScriptVariable } from '@regie/contract/variables.ts'

/** A line of the table while somebody works on it; `id` stays the same whatever is typed. `usedBy` of a new one is empty. */
export type VariableLine = ScriptVariable & { id: number }
export type VariableFault = 'keyInvalid' | 'twice'

const keyShape = /^[a-z][a-z0-9_]{0,39}$/

export function linesOf(variables: readonly ScriptVariable[]): VariableLine[] {
  return variables.map((variable, id) => ({ ...variable, id }))
}

/** What is wrong with a name, by the number of its line. The server says the same. */
export function faultsOf(lines: readonly VariableLine[]): Map<number, VariableFault> {
  const faults = new Map<number, VariableFault>()
  for (const [at, { id, key }] of lines.entries()) {
    if (!keyShape.test(key)) faults.set(id, 'keyInvalid')
    else if (lines.findIndex((other) => other.key === key) < at) faults.set(id, 'twice')
  }
  return faults
}

/** Is there anything to save? */
export function isChanged(lines: readonly VariableLine[], kept: readonly ScriptVariable[]): boolean {
  const essence = (variables: readonly ScriptVariable[]) =>
    JSON.stringify(variables.map(({ key, value, standardValue, resetDaily }) => [key, value, standardValue, resetDaily]))
  return essence(lines) !== essence(kept)
}
