/** Result codes of a case (product.md §5.7, and DRW: to a bailiff, which only a hand-over gives). Flags: B reached, F final (closes the case), P payment expected, T call back, X stop or blacklist, K complaint or dispute, A set by the system. */
export const resultCodes = {
  BET: 'FA',
  BETL: 'BP',
  TOEZ: 'BPT',
  TOEV: 'AT',
  REG: 'BP',
  REGA: 'B',
  LINK: 'PA',
  TERUG: 'BT',
  GBEL: 'BT',
  NWIL: 'B',
  NBET: 'B',
  DISP: 'BK',
  KLA: 'BK',
  SHV: 'BFK',
  WSNP: 'F',
  BEW: 'B',
  OVL: 'FX',
  KWB: 'BK',
  GEEN: 'A',
  VM: 'A',
  VMI: 'A',
  BEZ: 'A',
  WEIG: 'A',
  OPH: 'A',
  AFG: 'A',
  DOOR: 'BA',
  DRM: 'A',
  LUI: 'BA',
  VERK: 'X',
  ONG: 'XA',
  MFT: 'A',
  SFT: 'A',
  WFT: 'A',
  AFM: 'BX',
  INF: 'B',
  GEG: 'B',
  TEC: 'A',
  MAX: 'FA',
  RET: 'F',
  DRW: 'FA',
  DUB: 'F',
  BSL: 'FA',
  DEM: 'A',
} as const satisfies Record<string, string>

export type ResultCode = keyof typeof resultCodes
export type ResultFlag = 'B' | 'F' | 'P' | 'T' | 'X' | 'K' | 'A'

/** Is this one of our codes? */
export function isResultCode(code: string): code is ResultCode {
  return Object.hasOwn(resultCodes, code)
}

/** Does the code carry the flag? */
export function hasFlag(code: ResultCode, flag: ResultFlag): boolean {
  return resultCodes[code].includes(flag)
}

/** Debt help, restructuring or bankruptcy, and administration: with these goes who does it (contract/src/debt-law.ts), and nobody is contacted while it lasts. */
export const debtHelpCodes = ['SHV', 'WSNP', 'BEW'] as const satisfies ResultCode[]
export type DebtHelpCode = (typeof debtHelpCodes)[number]

/** Is it one of those? */
export const isDebtHelpCode = (code: string): code is DebtHelpCode => debtHelpCodes.some((one) => one === code)

/**
 * Codes that staff may choose when they close a batch or many cases: those that end a case, with BSL as the standard. That something was paid (BET)
 * or tried often enough (MAX) only the system says, as with one case.
 */
export const closingCodes = (Object.keys(resultCodes) as ResultCode[]).filter(
  (code) => hasFlag(code, 'F') && (!hasFlag(code, 'A') || code === 'BSL'),
)

/** Those that staff may give to many cases at once: what a result asks for one person (the blacklist, a dispute, who helps with debts) is not done for many. */
export const bulkClosingCodes = closingCodes.filter((code) => !hasFlag(code, 'X') && !hasFlag(code, 'K') && !isDebtHelpCode(code))

/** A case that is closed with one of these is not ours to collect: it went back, stood twice, or somebody else speaks for the debtor. Nobody pays by its links. */
export const uncollectedCodes = ['RET', 'DRW', 'DUB', 'OVL', 'SHV', 'WSNP'] as const satisfies ResultCode[]
