import type { StatementAccount } from '@regie/contract/bank-statements.ts'
import type { ReadStatement } from './statement.ts'

/** The accounts of a file with their balances and days. Statements of one account that follow on each other, a file of a month for example, are one. */
export function accountsOf(statements: readonly ReadStatement[]): StatementAccount[] {
  const found: StatementAccount[] = []
  for (const { account, currency, openingCents, closingCents, entries } of statements) {
    const days = entries.map(({ bookedOn }) => bookedOn).toSorted()
    const before = found.at(-1)
    const follows = before?.account === account && before.currency === currency && before.closingCents === openingCents
    if (!before || !follows) {
      found.push({ account, currency, openingCents, closingCents, from: days[0] ?? null, until: days.at(-1) ?? null })
      continue
    }
    const all = [before.from, before.until, ...days].filter((day) => day !== null).toSorted()
    before.closingCents = closingCents
    before.from = all[0] ?? null
    before.until = all.at(-1) ?? null
  }
  return found
}
