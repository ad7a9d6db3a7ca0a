// An engine process: runs scripts, sends what they queue, does the background jobs. Any number of them share a database.
import { startEngine } from '../engine/engine.ts'
import { openWebhookPost } from '../gateways/post-webhook.ts'
import { startJobWorker } from '../jobs/job-worker.ts'
import { startSealing } from '../modules/audit/seal-audit.ts'
import { startPresent } from '../modules/demo-present/start-present.ts'
import { engineChannel } from '../modules/case-runs/notify-engine.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import { tryUntilThere } from '../platform/db/try-until-there.ts'
import { allJobHandlers, allSetAsideHandlers } from './all-job-handlers.ts'
import { keepCompiled } from './keep-compiled.ts'
import { openEngineServices } from './open-services.ts'

try {
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError || !(error instanceof Error) ? String(error) : error.stack}\n`)
  process.exit(1)
}

async function run() {
  const config = readConfig(process.env, process.argv)
  const { services, databaseUrl, notifications, close } = await openEngineServices(config)
  const { log } = services
  const post = openWebhookPost(config, log)
  keepCompiled()
  const engine = await tryUntilThere(() => startEngine(services, post))
  await notifications.listen(engineChannel, { onMessage: engine.wake, onGap: engine.wake })
  const sealing = startSealing(services)
  const present = config.demo === true && config.demoSpeed > 0 ? startPresent(services, config.demoSpeed) : null
  const handlers = allJobHandlers(services)
  const whenSetAside = allSetAsideHandlers(services)
  const jobs = await tryUntilThere(() =>
    startJobWorker({ url: databaseUrl, db: services.db, engineId: engine.id, handlers, whenSetAside, log }),
  )
  process.send?.('ready')

  let isStopping = false
  const stop = async () => {
    // Asked twice: leave now. What was started becomes unknown when the lease ends.
    if (isStopping) process.exit(1)
    isStopping = true
    log.info({}, 'engine stops: what is being sent is finished')
    await Promise.all([engine.stop(), jobs.stop(), sealing.stop(), present?.stop()])
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  // The parent is gone: an engine that nobody can stop must not send on.
  if (process.channel) process.on('disconnect', () => void stop())
}
