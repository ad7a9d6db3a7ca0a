import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const limitKb = 130
const widgetLimitsKb = { 'embed.js': 1.5, 'frame.js': 8, 'frame.css': 3 }
const dist = join(import.meta.dirname, 'dist')

type Chunk = { file: string; css?: string[]; imports?: string[] }

/** Files that the sign-in screen loads: the entry and the part it fetches for /login, what they import at once, and their styles. */
function entryFiles(manifest: Record<string, Chunk>): string[] {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (chunk === undefined || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const entry of ['index.html', 'src/app/login-start.tsx']) visit(entry)
  return [...files]
}

if (import.meta.main) {
  const files = entryFiles(JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>)
  const sizes = files.map((file) => ({
    file,
    kb: gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000,
    raw: statSync(join(dist, file)).size / 1000,
  }))
  for (const { file, kb, raw } of sizes) console.log(`${kb.toFixed(1).padStart(7)} KB gzip ${raw.toFixed(0).padStart(6)} KB  ${file}`)
  const total = sizes.reduce((sum, { kb }) => sum + kb, 0)
  console.log(`${total.toFixed(1).padStart(7)} KB gzip on /login, limit ${limitKb}`)
  if (total > limitKb) process.exitCode = 1
  // What a customer's site fetches for its chat: the first by every visitor, the others in the frame.
  for (const [file, max] of Object.entries(widgetLimitsKb)) {
    const kb = gzipSync(readFileSync(join(dist, 'widget', file)), { level: 9 }).length / 1000
    console.log(`${kb.toFixed(1).padStart(7)} KB gzip of the chat: ${file}, limit ${max}`)
    if (kb > max) process.exitCode = 1
  }
}
