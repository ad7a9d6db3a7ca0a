/** What `work` took of this thread's processor, in ms: the same on a quiet machine and on a busy one. */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  const began = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1_000
}
