import type { ResultCode } from '@regie/contract/result-codes.ts'

export const resultGroups = ['agreement', 'payment', 'objection', 'contact', 'end'] as const
export type ResultGroup = (typeof resultGroups)[number]

/** The codes that staff choose, as they think of them, each with its letter. */
export const resultKeys: Record<ResultGroup, readonly (readonly [ResultCode, string])[]> = {
  agreement: [
    ['TERUG', 't'],
    ['GBEL', 'b'],
    ['TOEZ', 'p'],
    ['REG', 'r'],
  ],
  payment: [
    ['BET', 'a'],
    ['BETL', 'c'],
    ['NWIL', 'k'],
    ['NBET', 'n'],
    ['REGA', 'w'],
  ],
  objection: [
    ['DISP', 'd'],
    ['KLA', 'l'],
    ['KWB', 'z'],
    ['BEW', 'e'],
  ],
  contact: [
    ['GEEN', 'h'],
    ['VMI', 'm'],
    ['INF', 'i'],
    ['GEG', 'g'],
    ['VERK', 'v'],
    ['AFM', 'x'],
  ],
  end: [
    ['SHV', 's'],
    ['WSNP', 'f'],
    ['OVL', 'o'],
    ['RET', 'u'],
    ['DUB', 'q'],
  ],
}

/** The code of a letter; null when it has none. */
export function codeOfKey(key: string): ResultCode | null {
  const wanted = key.toLowerCase()
  return Object.values(resultKeys).flatMap((codes) => codes.filter(([, letter]) => letter === wanted))[0]?.[0] ?? null
}
