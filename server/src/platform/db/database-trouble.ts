// The database is away, starting, stopping or has no connection left; PostgreSQL's classes 08 and 57P, and the client's own words.
const awayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', '57P01', '57P02', '57P03', '53300'])
const awayWords =
  /timeout exceeded when trying to connect|connection terminated|connection error and is not queryable|client was closed|connection has been discarded/i

/** Is this the database being away or full, rather than a fault of ours? It passes by itself: answer 503 and try again. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return awayCodes.has(code) || code.startsWith('08') || awayWords.test(error.message)
}

/** Has the database no room left on its disk? Nothing was changed; the same work succeeds when there is room. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '53100'
}

/** Has a disk of this process no room left? */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
}

/** The name of the constraint that refused the change, so that a use-case can turn it into a refusal the user understands. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !codeOf(error).startsWith('23')) return undefined
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined
}

/** Another transaction was in the way (deadlock, lock timeout, serialisation): the same work succeeds when tried again. */
export function isWorthRetrying(error: unknown): boolean {
  return error instanceof Error && ['40001', '40P01', '55P03'].includes(codeOf(error))
}

/** PostgreSQL ended the statement at its time limit: the question is too large for its budget. */
export function isStatementTooSlow(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '57014'
}

// Not the whole class 22: a division by zero is a fault of ours.
const valueCodes = new Set(['22P02', '22P05', '22003', '22007', '22008', '22021'])

/** Was a value given that its column can never hold, such as a moment of the year 0? */
export function isValueRefused(error: unknown): boolean {
  return error instanceof Error && valueCodes.has(codeOf(error))
}

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : '')
