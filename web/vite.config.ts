import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { lightContract } from './light-contract.ts'
import { preloadParts } from './preload-parts.ts'
import { precompress } from './precompress.ts'

const path = (file: string) => join(import.meta.dirname, file)
const server = process.env.API_URL ?? 'http://127.0.0.1:4300'

// Each with all that it needs and that none above it has. A list of batches was 55 files without this, and each file costs.
const parts = [
  { name: 'checks', test: /[\\/](node_modules[\\/]zod|contract[\\/]src[\\/]password\.ts)/ },
  { name: 'asks', test: /[\\/]src[\\/](app[\\/](first-asks|login-paths)|locales[\\/](load-texts|saved-locale|start-files))\.ts$/ },
  { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  { name: 'sign-in', test: /[\\/]src[\\/]app[\\/]login-start\.tsx$/ },
  ...['nl', 'eng', 'fr'].flatMap(textParts),
  { name: 'app', test: /[\\/]src[\\/](app[\\/]start-app\.tsx|screens[\\/]batches-screen\.tsx|locales[\\/]screen-texts\.ts)$/ },
]

// The texts of a language, cut as they are shown: signing in, the shell with the first screen, a case, a script, the rest.
function textParts(locale: string) {
  const areas = {
    in: 'changePassword|errors|forgot|login|otp|twoFactor|ui',
    start: 'account|app|batches|bulk|cases|actions|feedback|fields|keys|live|maintenance|menu|selection|undo',
    case: 'arrangements|files|paymentLinks|person|why',
    script: 'compliance|flow|scripts|times',
    more: '\\w+',
  }
  return Object.entries(areas).map(([area, names]) => ({
    name: `${locale}-${area}`,
    test: new RegExp(
      `[\\\\/]locales[\\\\/](${locale}[\\\\/](${names})\\.json${area === 'start' ? `|shell-texts[\\\\/]${locale}\\.ts` : ''})$${
        area === 'start' ? `|[\\\\/]case-words[\\\\/]${locale}\\.json$` : ''
      }`,
    ),
  }))
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    lightContract(),
    react(),
    preloadParts({ chunks: ['react', 'sign-in'], fonts: ['inter-latin-wght-normal.woff2'] }),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // The chat on customers' sites is no part of the app: two small scripts, fetched by their names.
      input: { index: path('index.html'), frame: path('widget/frame.ts'), embed: path('widget/embed.ts') },
      output: {
        entryFileNames: ({ name }) => (name === 'frame' || name === 'embed' ? 'widget/[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: parts.map((part, index) => ({ ...part, priority: parts.length - index })) },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/p': server,
      '/logo': server,
      '/card': server,
      '/widget/c': server,
      '/widget/api': server,
      '/simulated': server,
    },
  },
})
