// `npm run test:e2e`: the stories of e2e/ in a real browser, against the product as a newcomer starts it.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureBrowser } from './ensure-browser.ts'

const projectDir = path.resolve(import.meta.dirname, '..')
const { status } = spawnSync(
  process.execPath,
  [
    path.join(projectDir, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    'e2e/vitest.config.ts',
    '--root',
    '.',
    ...process.argv.slice(2),
  ],
  { cwd: projectDir, stdio: 'inherit', env: { ...process.env, CHROME_BIN: await ensureBrowser() } },
)
process.exitCode = status ?? 1
