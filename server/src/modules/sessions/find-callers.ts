import type { Caller } from '../../platform/http/caller.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { hashToken } from '../../platform/security/secret-token.ts'
import type { Services } from '../../services.ts'
import { callerOf, livingSessions, type SessionRow } from './find-caller.ts'
import { sessionIdleMs } from './session-changes.ts'

const findSessions = prepared<SessionRow & { secret_hash: Buffer }>(
  'find-callers',
  livingSessions('s.secret_hash = any($1::bytea[])').replace('select s.id', 'select s.secret_hash, s.id'),
)

/** Who holds these session secrets, of all open screens in one question; a secret that opens nothing any more is left out. */
export async function findCallers(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  secrets: readonly string[],
): Promise<Map<string, Caller>> {
  if (secrets.length === 0) return new Map()
  const now = clock.now()
  const hashes = secrets.map(hashToken)
  const rows = await findSessions(pool, [hashes, now, new Date(now.getTime() - sessionIdleMs)])
  const found = new Map(rows.map((row) => [row.secret_hash.toString('hex'), callerOf(row)]))
  return new Map(
    secrets.flatMap((secret, i) => {
      const caller = found.get(hashes[i]?.toString('hex') ?? '')
      return caller ? [[secret, caller] as const] : []
    }),
  )
}
