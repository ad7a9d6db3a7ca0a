import path from 'node:path'
import { defineConfig } from 'vitest/config'

// Each file starts a product and a browser of its own; two at once, since much of a story is waiting.
export default defineConfig({
  test: {
    name: 'e2e',
    include: ['e2e/**/*.spec.ts'],
    environment: 'node',
    // What keeps somebody out of a screen is named whole, also in the summary.
    chaiConfig: { truncateThreshold: 2000 },
    globalSetup: [path.join(import.meta.dirname, 'prepared-data.ts')],
    setupFiles: [path.join(import.meta.dirname, 'keep-last-sight.ts')],
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A screen may be a moment behind what was pressed.
    expect: { poll: { timeout: 15_000 } },
  },
})
