import { pino } from 'pino'

/** What modules may say. Facts go into the object, as ids and counts; names, numbers, addresses and texts of people never do. */
export type Log = {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
  /** With an empty `redact`, what is logged is not searched for personal keys: only for lines whose every field is ours. */
  child(facts: Record<string, unknown>, options?: { redact: string[] }): Log
}

// The second wall: should one of these ever be logged, its value is replaced before it reaches the file.
const personal = [
  'password',
  'passwordHash',
  'token',
  'secret',
  'secretKey',
  'apiKey',
  'authorization',
  'cookie',
  'set-cookie',
  'email',
  'phone',
  'mobile',
  'recipient',
  'name',
  'username',
  'firstName',
  'lastName',
  'iban',
  'subject',
  'text',
  'html',
  'body',
]

/** The process's log: one JSON line per event on stdout, with the level of the configuration. */
export function openLog(level: string, destination?: NodeJS.WritableStream) {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: personal.flatMap((key) => [quoted(key), `*${bracketed(key)}`, `*.*${bracketed(key)}`]), censor: '[removed]' },
    serializers: { err: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

const bracketed = (key: string) => `["${key}"]`
const quoted = (key: string) => (key.includes('-') ? bracketed(key) : key)

/** Message, code and stack. A database error's `detail` and `where` quote the row, so they stay out. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, constraint, table } = error as Error & { code?: unknown; constraint?: unknown; table?: unknown }
  return {
    type: error.name,
    message: error.message,
    code,
    constraint,
    table,
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}
