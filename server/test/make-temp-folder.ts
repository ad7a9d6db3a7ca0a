import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * A new folder for as long as this process runs, named after what it is for. Every account may enter it: where the one of
 * PostgreSQL may not, its data would lie outside of it, where nobody removes it.
 */
export function makeTempFolder(purpose: string): string {
  const dir = mkdtempSync(path.join(tmpdir(), `regie-${purpose}-`))
  chmodSync(dir, 0o755)
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  return dir
}
