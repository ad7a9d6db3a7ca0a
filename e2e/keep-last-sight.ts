// A story that fails leaves a picture of each page that it had open, and says where.
import path from 'node:path'
import { afterEach } from 'vitest'
import { openPages } from './open-browser.ts'

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const [no, page] of [...openPages].entries()) {
    const name = `${task.name.slice(0, 80)} ${no} ${new URL(page.url()).pathname}`.replace(/[^a-z0-9]+/gi, '-')
    const picture = path.join(import.meta.dirname, '.out', `${name}.png`)
    await page.screenshot({ path: picture }).then(
      () => console.error(`The page as it stood: ${picture}`),
      (refusal: unknown) => console.error(`No picture of ${page.url()}: ${String(refusal)}`),
    )
  }
})
