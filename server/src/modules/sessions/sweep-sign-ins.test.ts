import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { readPost } from '../../../test/run-jobs.ts'
import { signIn } from '../../../test/sign-in.ts'
import { simulatedPostDir } from '../system-mail/simulated-post.ts'
import { createPasswordLink } from '../identity/passwords/password-links.ts'
import { sweepSignIns } from './sweep-sign-ins.ts'

const hourMs = 60 * 60_000

test('what no longer counts is swept away, and what counts stays', async () => {
  const app = await openTestApp()
  const { db, clock, services, build } = app
  const user = await build.user()
  await db.updateTable('contacts').set({ email: 'mees@example.nl' }).where('user_id', '=', user.userId).execute()
  const counts = async () => ({
    sessions: (await db.selectFrom('sessions').select('id').execute()).length,
    links: (await db.selectFrom('password_links').select('kind').execute()).length,
    attempts: (await db.selectFrom('failed_sign_ins').select('id').execute()).length,
    tries: (await db.selectFrom('sign_in_tries').select('failures').execute()).length,
  })
  const dir = simulatedPostDir(services.config.dataDir)
  mkdirSync(dir, { recursive: true })
  const old = path.join(dir, 'oud.txt')
  writeFileSync(old, 'x')
  utimesSync(old, 0, 0)

  await signIn(app, user.username, user.password)
  await signIn(app, 'niemand', 'fout')
  await db
    .transaction()
    .execute((tx) => createPasswordLink(tx, { userId: user.userId, kind: 'reset', sentTo: 'mees@example.nl', now: clock.now() }))
  const before = await counts()
  expect(before).toEqual({ sessions: 1, links: 1, attempts: 1, tries: 1 })
  await sweepSignIns(services)
  expect(await counts()).toEqual(before)
  expect([existsSync(old), await readPost(services)]).toEqual([false, []])

  clock.advance(hourMs)
  await sweepSignIns(services)
  expect(await counts()).toEqual({ sessions: 0, links: 1, attempts: 0, tries: 1 })
  clock.advance(25 * hourMs)
  await sweepSignIns(services)
  expect(await counts()).toEqual({ sessions: 0, links: 0, attempts: 0, tries: 0 })
  await app.close()
})
