import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { fixedDays } from '@regie/contract/retention.ts'
import type { Services } from '../../services.ts'
import { sweepTries } from '../identity/passwords/wrong-passwords.ts'
import { sweepPasswordLinks } from '../identity/passwords/password-links.ts'
import { sweepAttempts } from '../identity/sso/attempts.ts'
import { sweepCodes } from '../identity/two-factor/sent-codes.ts'
import { sweepSystemMail } from '../system-mail/sweep-system-mail.ts'
import { simulatedPostDir } from '../system-mail/simulated-post.ts'
import { sessionIdleMs } from './session-changes.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const messagesKeptMs = fixedDays.systemMail * dayMs

/** Sweeps away what no longer counts: sessions, links, codes, attempts, and messages of a month ago. */
export async function sweepSignIns({ db, clock, config }: Services): Promise<void> {
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('seen_at', '<=', before(sessionIdleMs))]))
    .execute()
  await sweepPasswordLinks(db, before(dayMs))
  await sweepCodes(db, now)
  await sweepAttempts(db, now)
  await db.deleteFrom('failed_sign_ins').where('at', '<=', before(hourMs)).execute()
  await sweepTries(db, before(dayMs), now)
  await sweepSystemMail(db, { settledBefore: before(messagesKeptMs), codesBefore: before(hourMs) })
  await removeOldPost(simulatedPostDir(config.dataDir), before(messagesKeptMs))
}

async function removeOldPost(dir: string, before: Date) {
  // There is none where mail really leaves.
  for (const name of await readdir(dir).catch(() => [])) {
    const file = path.join(dir, name)
    if ((await stat(file)).mtime < before) await rm(file, { force: true })
  }
}
