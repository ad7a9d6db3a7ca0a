import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

const projectDir = path.resolve(import.meta.dirname, '..')
const manifest = path.join(projectDir, 'web/dist/.vite/manifest.json')
// What the browser app is made of.
const sources = [
  'web/src',
  'web/public',
  'web/widget',
  'web/index.html',
  'web/vite.config.ts',
  'web/precompress.ts',
  'web/preload-parts.ts',
  'web/light-contract.ts',
  'contract/src',
  'package-lock.json',
]

/** Builds the browser app when there is none yet or one of its sources is younger. */
export function buildWebIfStale(say: (line: string) => void) {
  if (existsSync(manifest) && newest(sources.map((source) => path.join(projectDir, source))) <= statSync(manifest).mtimeMs) return
  say('Building the browser app…')
  const vite = path.join(projectDir, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'], {
    cwd: projectDir,
    // Whoever builds from a test has NODE_ENV=test, which would give everybody after it React's slow development build.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error('The browser app could not be built.')
}

function newest(files: string[]): number {
  return Math.max(
    0,
    ...files.filter((file) => existsSync(file)).map((file) => (statSync(file).isDirectory() ? newestIn(file) : statSync(file).mtimeMs)),
  )
}

function newestIn(dir: string): number {
  const entries = readdirSync(dir, { withFileTypes: true, recursive: true })
  return Math.max(0, ...entries.filter((entry) => entry.isFile()).map((entry) => statSync(path.join(entry.parentPath, entry.name)).mtimeMs))
}
