// An api process: HTTP, the live socket, webhooks and the browser app. Any number of them stand behind a proxy, without stickiness.
import { openLiveHub } from '../live/live-hub.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import { buildHttpApp } from './build-http-app.ts'
import { keepCompiled } from './keep-compiled.ts'
import { openApiServices } from './open-services.ts'

// Requests under way are finished; one that takes longer than this is cut.
const finishMs = 10_000
const collectAfterMs = 3_000

try {
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error instanceof Error && error.stack) || String(error)}\n`)
  process.exit(1)
}

async function run() {
  const config = readConfig(process.env, process.argv)
  const { services, databases, notifications, close } = await openApiServices(config)
  const { log } = services
  const hub = await openLiveHub(notifications, log)
  const app = await buildHttpApp(services, hub, { databases })
  keepCompiled()
  await app.listen({ port: config.port, host: config.host })
  log.info({ port: config.port }, 'the api listens')
  // Starting leaves 20 MB behind that nobody uses any more (node-flags.ts). Collecting it takes a quarter of a second, which the first who ask
  // would wait for.
  setTimeout(() => void globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' }), collectAfterMs).unref()

  let isStopping = false
  const stop = async () => {
    // Asked twice: leave now.
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), finishMs).unref()
    await app.close()
    hub.close()
    await close()
    log.info({}, 'the api has stopped')
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  // The parent is gone: nobody could stop us any more.
  if (process.channel) process.on('disconnect', () => void stop())
}
