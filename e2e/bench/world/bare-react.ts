import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { precompress } from '../../../web/precompress.ts'

/** Builds the bare React page with the same tools and the same compression as our own app. */
export async function buildBareReact(outDir: string) {
  await build({
    root: path.resolve(import.meta.dirname, '../reference/bare-react'),
    base: '/bare/',
    configFile: false,
    logLevel: 'error',
    plugins: [react(), precompress()],
    build: { outDir, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
  })
}
