import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

type Chunk = { file: string; css?: string[]; imports?: string[] }
type Manifest = Record<string, Chunk>

const appEntry = 'src/app/start-app.tsx'

/**
 * The Link header that lets a browser fetch the app's code together with the page. The page alone cannot say it: who is
 * not signed in gets the sign-in screen, for which this would be three times too much.
 */
export function appPreloads(dir: string): string | null {
  const file = path.join(dir, '.vite/manifest.json')
  if (!existsSync(file)) return null
  const found = filesOf(JSON.parse(readFileSync(file, 'utf8')) as Manifest, appEntry)
  const links = found.map((name) =>
    name.endsWith('.css') ? `</${name}>; rel=preload; as=style; crossorigin` : `</${name}>; rel=modulepreload; crossorigin`,
  )
  return links.length === 0 ? null : links.join(', ')
}

/** A chunk with all that it imports at once, and their styles. */
function filesOf(manifest: Manifest, entry: string): string[] {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (chunk === undefined || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  visit(entry)
  return [...files]
}
