import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The key under which secrets are kept, made at the first start; it lives beside the database, never in it. */
export function readSecretKey(dataDir: string): Buffer {
  const file = path.join(dataDir, 'secret.key')
  const known = readIfThere(file)
  if (known) return known
  // The server's account must be able to pass through this folder to the database in it, so it is 0755; the key itself is ours alone.
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600 })
  try {
    // A link is refused when the name exists, so two first starts end with one key, and nobody reads half of it.
    linkSync(draft, file)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const made = readIfThere(file)
  if (!made) throw new Error(`the secret key could not be kept in ${file}`)
  return made
}

function readIfThere(file: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
    if (key.length !== 32) throw new Error(`${file} holds no key of 32 bytes; put back the file of this database`)
    return key
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code
