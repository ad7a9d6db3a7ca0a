// `npm start`: database, migrations, demo, browser app and servers, until Ctrl-C. Whatever of it ends by itself is started again.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ConfigError, readConfig } from '../server/src/platform/config.ts'
import { buildWebIfStale } from './build-web-if-stale.ts'
import { keepPostgres } from './keep-postgres.ts'
import { type Kept, keepRunning } from './keep-running.ts'
import { mustBeFree } from './must-be-free.ts'
import { openOwnDatabase, startOwnPostgres } from './open-own-database.ts'
import { partsOf, projectDir, startServer, untilAskedToStop, untilReady, untilSaysReady } from './supervise.ts'
import { describeStart } from './describe-start.ts'

const envFile = path.join(projectDir, '.env')
if (existsSync(envFile)) process.loadEnvFile(envFile)

try {
  process.exitCode = await start()
} catch (error) {
  console.error(error instanceof ConfigError || !(error instanceof Error) ? String(error) : error.message)
  process.exitCode = 1
}
// What still holds the loop open (an idle socket) has nothing left to say.
process.exit()

async function start(): Promise<number> {
  const config = readConfig(process.env, process.argv)
  const stopAsked = untilAskedToStop()
  if (config.role !== 'engine') {
    await mustBeFree(config.port, config.host)
    buildWebIfStale(console.log)
  }
  const database = await openOwnDatabase(config)
  const postgres = database.postgres && keepPostgres(database.postgres, (port) => startOwnPostgres(config, port), console.error)
  const address = `http://${config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host}:${config.port}`
  const servers = partsOf(config.role).map((part) =>
    keepRunning({
      name: `the ${part}`,
      start: () => startServer(part, config, database),
      isReady: (child) => (part === 'api' ? untilReady(address, child) : untilSaysReady(child)),
      say: console.error,
    }),
  )
  try {
    const areReady = await Promise.race([allReady(servers), stopAsked.then(() => null)])
    if (areReady === false) {
      console.error('A server process could not start; its last lines stand above.')
      return 1
    }
    // What the servers say at their start stands above it: the address and the password are what one looks for.
    if (areReady === true) console.log(describeStart(config, database))
    await stopAsked
    console.log('\nStopping…')
    return 0
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await postgres?.stop()
  }
}

/** True when all are; false as soon as one of them ended before it was. */
function allReady(servers: readonly Kept[]): Promise<boolean> {
  const oneFailed = servers.map(({ firstReady }) => firstReady.then((isReady) => (isReady ? new Promise<never>(() => undefined) : false)))
  return Promise.race([Promise.all(servers.map(({ firstReady }) => firstReady)).then((all) => all.every(Boolean)), ...oneFailed])
}
