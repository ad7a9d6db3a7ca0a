import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded-postgres.ts'
import { withOneClient } from '../server/src/platform/db/one-client.ts'
import { makeTempFolder } from '../server/test/make-temp-folder.ts'
import { preparedVariables } from './copy-prepared-data.ts'
import { removeData, startProduct } from './start-product.ts'

const pastWithinMs = 300_000

/** Before all stories: the data folders that a first start leaves, with the year of the demo and without. Each story begins on a copy. */
export async function setup(): Promise<() => void> {
  const folders: string[] = []
  for (const past of ['0', '1'] as const) {
    const { dataDir, stop } = await startProduct({ dataDir: makeTempFolder('prepared'), env: { DEMO_PAST: past } })
    try {
      if (past === '1') await untilPastIsWritten(dataDir)
    } finally {
      await stop()
    }
    folders.push(dataDir)
    // Workers of the runner inherit the environment.
    process.env[preparedVariables[past]] = dataDir
  }
  return () => folders.forEach(removeData)
}

async function untilPastIsWritten(dataDir: string) {
  const { url } = await startEmbeddedPostgres({ home: `${dataDir}/postgres`, database: 'regie' })
  const until = performance.now() + pastWithinMs
  await withOneClient({ connectionString: url }, async (client) => {
    const countUnfinished = async () => {
      const { rows } = await client.query<{ count: number }>(
        "select count(*)::integer as count from pgboss.job where name = 'seedDemoPast' and state <> 'completed'",
      )
      return rows[0]?.count
    }
    while ((await countUnfinished()) !== 0) {
      if (performance.now() > until) throw new Error(`the year of the demo was not written within ${pastWithinMs} ms`)
      await sleep(200)
    }
  })
}
