import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Services } from '../../services.ts'
import { simulatedPostDir } from '../system-mail/simulated-post.ts'
import { sessionIdleMs } from './session-changes.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const messagesKeptMs = 30 * dayMs

/** Sweeps away what no longer counts: sessions, links, codes, attempts, and messages of a month ago. */
export async function sweepSignIns({ db, clock, config }: Services): Promise<void> {
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('seen_at', '<=', before(sessionIdleMs))]))
    .execute()
  await db.deleteFrom('password_links').where('expires_at', '<=', before(dayMs)).execute()
  await db.deleteFrom('session_codes').where('expires_at', '<=', now).execute()
  await db.deleteFrom('sso_attempts').where('expires_at', '<=', now).execute()
  await db.deleteFrom('failed_sign_ins').where('at', '<=', before(hourMs)).execute()
  await db
    .deleteFrom('sign_in_tries')
    .where('failures_since', '<=', before(dayMs))
    .where((eb) => eb.or([eb('delayed_until', 'is', null), eb('delayed_until', '<=', now)]))
    .execute()
  await db.deleteFrom('system_messages').where('settled_at', '<=', before(messagesKeptMs)).execute()
  // A code whose process was killed before it left: its reader has asked for another.
  await db
    .deleteFrom('system_messages')
    .where('kind', '=', 'code')
    .where('settled_at', 'is', null)
    .where('queued_at', '<=', before(hourMs))
    .execute()
  await removeOldPost(simulatedPostDir(config.dataDir), before(messagesKeptMs))
}

async function removeOldPost(dir: string, before: Date) {
  // There is none where mail really leaves.
  for (const name of await readdir(dir).catch(() => [])) {
    const file = path.join(dir, name)
    if ((await stat(file)).mtime < before) await rm(file, { force: true })
  }
}
