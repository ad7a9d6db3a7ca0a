// `npm start`: database, migrations, demo, browser app and server, until Ctrl-C.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ConfigError, readConfig } from '../server/src/platform/config.ts'
import { buildWebIfStale } from './build-web-if-stale.ts'
import { openOwnDatabase } from './open-own-database.ts'
import { endProcess, projectDir, startServers, untilAskedToStop, untilReady } from './supervise.ts'
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
  if (config.role !== 'engine') buildWebIfStale(console.log)
  const database = await openOwnDatabase(config)
  const servers = startServers(config, database)
  const oneEnded = Promise.race(
    servers.map((server) => new Promise<number>((resolve) => server.once('exit', (code) => resolve(code ?? 1)))),
  )
  try {
    const address = `http://${config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host}:${config.port}`
    const [first] = servers
    const isReady =
      config.role === 'engine' || (await Promise.race([first ? untilReady(address, first) : false, stopAsked.then(() => false)]))
    if (isReady) console.log(describeStart(config, database))
    const code = await Promise.race([stopAsked, oneEnded])
    if (typeof code === 'number') {
      console.error('A server process ended by itself; its last lines stand above.')
      return code === 0 ? 1 : code
    }
    console.log('\nStopping…')
    return 0
  } finally {
    await Promise.all(servers.map((server) => endProcess(server)))
    await database.postgres?.stop()
  }
}
