/** One part of a value that changed: where it is, what it was and what it became. */
export type Leaf = { path: string[]; was: unknown; is: unknown }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The parts of a value that differ: of settings that are kept as one each of them, of anything else the whole. */
export function leavesOf(field: string, was: unknown, is: unknown): Leaf[] {
  if (isSame(was, is)) return []
  if (!(isRecord(was) || isRecord(is)) || !isRecordOrNone(was) || !isRecordOrNone(is)) return [{ path: [field], was, is }]
  const keys = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])]
  return keys.flatMap((key) => leavesOf(key, was?.[key], is?.[key]).map((leaf) => ({ ...leaf, path: [field, ...leaf.path] })))
}

const isRecordOrNone = (value: unknown): value is Record<string, unknown> | null | undefined =>
  value === null || value === undefined || isRecord(value)

/** Of two lists of pieces only those that the other does not have: a text of forty pieces in which one word changed shows that piece. */
export function differenceOf(was: unknown, is: unknown): [unknown, unknown] {
  if (!isList(was) || !isList(is)) return [was, is]
  const left = was.filter((one) => !is.some((other) => isSame(one, other)))
  const right = is.filter((one) => !was.some((other) => isSame(one, other)))
  // The same pieces in another order.
  return left.length === 0 && right.length === 0 ? [was, is] : [left, right]
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.some(isRecord)
