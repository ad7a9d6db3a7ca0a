import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ServerAccount } from './embedded-binaries.ts'

export type ClusterPlace = { home: string; pgdata: string; secretFile: string; account: ServerAccount | undefined }

/** How the programs of PostgreSQL are started: under their own account, with nothing of our environment. */
export function programOptions({ home, account }: ClusterPlace) {
  const { PATH, SystemRoot, TEMP } = process.env
  return {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: home,
    env: { PATH, LC_ALL: 'C', TZ: 'UTC', ...(process.platform === 'win32' && { SystemRoot, TEMP }) },
  }
}

/** Makes the data folder at the first start; a half-made one is thrown away and made again. */
export function initClusterOnce(place: ClusterPlace, initdb: string, isLasting: boolean) {
  const { home, pgdata, secretFile, account } = place
  if (existsSync(path.join(pgdata, 'PG_VERSION'))) return
  const own = (file: string) => {
    if (account) chownSync(file, account.uid, account.gid)
  }
  rmSync(pgdata, { recursive: true, force: true })
  mkdirSync(pgdata, { mode: 0o700 })
  own(pgdata)
  const password = randomBytes(24).toString('base64url')
  writeFileSync(secretFile, password, { mode: 0o600 })
  // initdb reads the password under the server's account, which may not read our own secret file.
  const passwordFile = path.join(home, `password-${randomBytes(4).toString('hex')}`)
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  own(passwordFile)
  const made = spawnSync(
    initdb,
    [
      ...['-D', pgdata, '-U', 'app', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--no-instructions'],
      // Independent of the machine's locales; people's order is asked for by `collate "nl-NL-x-icu"`.
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...(isLasting ? [] : ['--no-sync']),
    ],
    { ...programOptions(place), encoding: 'utf8' },
  )
  rmSync(passwordFile, { force: true })
  if (made.status === 0) return
  rmSync(pgdata, { recursive: true, force: true })
  throw new Error(`The database folder could not be made (${made.status ?? made.signal ?? String(made.error)}): ${made.stderr}`)
}
