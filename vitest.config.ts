import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { sipExchange } from './server/test/sip-exchange.ts'

// `npm test` makes sure that there is one (scripts/ensure-browser.ts); without any the runner's own download is tried.
const browser =
  process.env.CHROME_BIN ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => existsSync(file))

export default defineConfig({
  test: {
    // Vitest leaves one processor to others, which with two is half of all; PostgreSQL works while a test waits for it.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'server',
          // Loading the server anew for each of 350 files took half of the time; each file has a database and an app of its own all the same.
          isolate: false,
          include: ['contract/src/**/*.test.ts', 'server/src/**/*.test.ts', 'server/test/**/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['./server/test/start-test-postgres.ts'],
          // Waiting ends when it is true; how long that may take on a busy machine says nothing.
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      { test: { name: 'web', include: ['web/src/**/*.test.ts', 'web/*.test.ts'], environment: 'node' } },
      {
        plugins: [react()],
        // Found while tests run, they would load the page again under the first of them.
        optimizeDeps: {
          include: [
            'react-dom/client',
            'jssip',
            'zod/mini',
            '@mantine/core',
            '@mantine/dates',
            'dayjs/locale/nl',
            'dayjs/locale/fr',
            'dayjs/locale/en-gb',
            '@tiptap/core',
            '@tiptap/react',
            '@tiptap/starter-kit',
            '@tiptap/pm/history',
            '@tiptap/pm/model',
            '@tiptap/pm/state',
            '@tiptap/pm/view',
          ],
        },
        test: {
          name: 'screens',
          include: ['web/src/**/*.test.tsx'],
          fileParallelism: false,
          expect: { poll: { timeout: 15_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1200, height: 800 },
            provider: playwright({
              launchOptions: {
                ...(browser !== undefined && { executablePath: browser }),
                // A microphone that is none, for the telephone at the desk.
                args: ['--no-sandbox', '--disable-gpu', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
              },
            }),
            commands: { sipExchange },
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
