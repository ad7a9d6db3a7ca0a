import type { StatementFaultCode } from '@regie/contract/bank-statements.ts'

/** One amount that came in or went out, as the bank writes it. */
type ReadEntry = {
  /** Names it among all of its account, also in another file: the bank's own name for it with its day and amount, else made of all that it says. */
  key: string
  /** What went out is negative. */
  amountCents: number
  currency: string
  bookedOn: string
  counterName: string
  counterIban: string | null
  /** The structured reference that the payer gave, where the bank keeps it apart. */
  reference: string | null
  text: string
}

/** One statement of one account; a file may hold several. */
export type ReadStatement = {
  account: string
  currency: string
  openingCents: number
  closingCents: number
  entries: ReadEntry[]
}

/** An entry as its format has it; its key is made when the whole statement is known. */
export type RawEntry = Omit<ReadEntry, 'key'> & { bankRef: string | null }

/** Why a file is refused as a whole; `place` says where in it. */
export class StatementFault extends Error {
  readonly code: StatementFaultCode
  readonly place: string

  constructor(code: StatementFaultCode, place = '') {
    super(`${code} ${place}`)
    this.code = code
    this.place = place
  }
}

/** So many entries a file may hold: a bank's day of a large agency is 20,000. */
export const entriesMax = 50_000

/** Cents of an amount as banks write it, without a sign: digits, then a dot or comma with the cents. Never by way of a float. */
export function centsOf(written: string, place: string): number {
  const found = /^(\d{1,12})(?:[.,](\d{0,2})0{0,3})?$/.exec(written.trim())
  if (!found) throw new StatementFault('amountInvalid', place)
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
}

/** A day as yyyy-MM-dd, if it exists. */
export function dayOf(year: string, month: string, day: string, place: string): string {
  const written = `${year}-${month}-${day}`
  const read = new Date(`${written}T00:00:00Z`)
  if (Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== written) throw new StatementFault('dateInvalid', place)
  return written
}
