// `npm run dev`: the server restarts when its source changes, the browser app renews itself; vite passes /api on to the server.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { readConfig } from '../server/src/platform/config.ts'
import { describeStart } from './describe-start.ts'
import { openOwnDatabase } from './open-own-database.ts'
import { endProcess, partsOf, projectDir, startServer, startSupervised, untilAskedToStop, untilReady } from './supervise.ts'

const envFile = path.join(projectDir, '.env')
if (existsSync(envFile)) process.loadEnvFile(envFile)

const config = readConfig(process.env, process.argv)
const stopAsked = untilAskedToStop()
const database = await openOwnDatabase(config)
const address = `http://127.0.0.1:${config.port}`
process.env.API_URL ??= address
const servers = partsOf(config.role).map((part) => startServer(part, config, database, ['--watch', '--watch-preserve-output']))
const web = startSupervised([path.join(projectDir, 'node_modules/vite/bin/vite.js'), 'web', '--host', '127.0.0.1'], config, database)

const [server] = servers
if (server) void untilReady(address, server).then((isReady) => isReady && console.log(describeStart(config, database)))
await stopAsked
await Promise.all([endProcess(web, 5_000), ...servers.map((one) => endProcess(one))])
await database.postgres?.stop()
process.exit(0)
