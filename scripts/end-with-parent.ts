// Loaded before the server by its supervisor (node --import). When the supervisor is killed, the channel to it closes:
// then this process ends itself in order, and the database after it, so that nothing lingers.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const pgdata = process.env.SUPERVISED_PGDATA
const aliveMs = 2_000

process.once('disconnect', () => {
  if (pgdata) process.once('exit', () => endPostgres(pgdata))
  process.kill(process.pid, 'SIGTERM')
  // Longer than an orderly stop takes.
  setTimeout(() => process.exit(1), 45_000).unref()
})
// A process whose event loop stands still cannot say this; its supervisor ends it then.
setInterval(() => process.connected && process.send?.('alive'), aliveMs).unref()
// Being supervised is no reason to stay alive.
process.channel?.unref()

/** By its pid file: the database may have been started again since we were. */
function endPostgres(folder: string) {
  try {
    const pid = Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
    if (pid > 0) process.kill(pid, 'SIGINT')
  } catch {
    // It has ended already.
  }
}
