import { createHash } from 'node:crypto'
import { type RawEntry, type ReadStatement, StatementFault } from './statement.ts'

// An account has 34 signs, what a bank calls an entry 35; an index keeps no text of any length.
const namesMax = 200

export type RawStatement = Omit<ReadStatement, 'entries'> & { entries: RawEntry[] }

/**
 * A statement whose entries each have a key. What came in and went out must be the difference of its balances: a file that was cut off or changed by hand
 * is refused as a whole.
 */
export function withKeys({ entries, ...statement }: RawStatement): ReadStatement {
  if (statement.account.length > namesMax) throw new StatementFault('accountMissing')
  const moved = entries.reduce((total, { amountCents, currency }) => total + (currency === statement.currency ? amountCents : 0), 0)
  if (statement.openingCents + moved !== statement.closingCents) throw new StatementFault('balanceWrong', statement.account)
  const seen = new Map<string, number>()
  return {
    ...statement,
    entries: entries.map(({ bankRef, ...entry }) => {
      const name = bankRef === null || bankRef.length > namesMax ? digestOf(entry) : nameOf(bankRef, entry)
      // Banks name all parts of one batch alike, and two payments may say the same to the letter: the second has a key of its own.
      const count = (seen.get(name) ?? 0) + 1
      seen.set(name, count)
      return { ...entry, key: count === 1 ? name : `${name}:${count}` }
    }),
  }
}

/** Some banks count the entries of a day or a statement, and begin anew the next: their name alone would take tomorrow's money for today's. */
const nameOf = (bankRef: string, { bookedOn, amountCents }: Pick<RawEntry, 'bookedOn' | 'amountCents'>) =>
  `${bankRef} ${bookedOn} ${amountCents}`

function digestOf({ amountCents, currency, bookedOn, counterName, counterIban, reference, text }: Omit<RawEntry, 'bankRef'>): string {
  const written = JSON.stringify([bookedOn, amountCents, currency, counterIban, counterName, reference, text])
  return `=${createHash('sha256').update(written).digest('base64url').slice(0, 32)}`
}
