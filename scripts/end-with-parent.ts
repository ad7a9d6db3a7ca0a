// Loaded before the server by its supervisor (node --import). When the supervisor is killed, the channel to it closes:
// then this process ends itself in order, and the database after it, so that nothing lingers.
const postgresPid = Number(process.env.SUPERVISED_POSTGRES_PID)

process.once('disconnect', () => {
  if (postgresPid > 0) process.once('exit', () => endPostgres(postgresPid))
  process.kill(process.pid, 'SIGTERM')
  // Longer than an orderly stop takes.
  setTimeout(() => process.exit(1), 45_000).unref()
})
// Being supervised is no reason to stay alive.
process.channel?.unref()

function endPostgres(pid: number) {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // It has ended already.
  }
}
