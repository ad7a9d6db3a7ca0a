import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { withAllCustomers } from './scope.ts'

/** One value of a COPY line; a list becomes an array of text. */
export type CopyValue = string | number | null | readonly string[]

/** A line of PostgreSQL's COPY text format. */
export function copyLine(values: readonly CopyValue[]) {
  return `${values.map(copyText).join('\t')}\n`
}

const special = /[\\\t\n\r]/g
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copyText(value: CopyValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'number') return String(value)
  // PostgreSQL has no text with a zero byte in it.
  const text = typeof value === 'string' ? value : `{${value.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
  return text.replaceAll('\0', '').replace(special, (character) => escapes[character] ?? character)
}

/**
 * Writes rows by COPY in a transaction of its own: all of them or, when `write` throws, none. `before` runs first in the same transaction, `statement` is the COPY. COPY goes past
 * the policies of customers, so the connection serves all of them, and the caller gives each row the customer that it has asked about.
 */
export async function copyRows(
  pool: Pool,
  { before, statement }: { before: { text: string; values: unknown[] }; statement: string },
  write: (push: (lines: string) => Promise<void>) => Promise<void>,
) {
  await withClient(pool, async (client) => {
    await client.query('begin')
    // A large file takes longer than a statement of the web may.
    await client.query('set local statement_timeout = 0')
    await client.query(before)
    const stream: Writable = client.query(copyFrom(statement))
    const done = finished(stream)
    done.catch(() => undefined)
    try {
      await write(async (lines) => {
        if (stream.errored) throw stream.errored
        if (!stream.write(lines)) await Promise.race([once(stream, 'drain'), done])
      })
      stream.end()
      await done
    } catch (error) {
      stream.destroy(error as Error)
      throw error
    }
    await client.query('commit')
  })
}

async function withClient(pool: Pool, use: (client: PoolClient) => Promise<void>) {
  const client = await withAllCustomers(() => pool.connect())
  try {
    await use(client)
    client.release()
  } catch (error) {
    // In the middle of a COPY nothing else can be said on a connection, so it is closed; PostgreSQL then rolls back.
    client.release(true)
    throw error
  }
}
