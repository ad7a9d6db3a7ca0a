export type Work = (turn: number) => Promise<unknown>
export type LoadFigures = { requests: number; latencies: number[]; ms: number }

/** So many clients, each asking again as soon as it is answered, until the time is over or the signal says stop. */
export async function runLoad({
  clients,
  ms,
  work,
  stop,
}: {
  clients: number
  ms: number
  work: Work
  stop?: AbortSignal
}): Promise<LoadFigures> {
  const latencies: number[] = []
  const began = performance.now()
  let turn = 0
  const client = async () => {
    while (performance.now() - began < ms && !stop?.aborted) {
      const asked = performance.now()
      await work(turn++)
      latencies.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { requests: latencies.length, latencies, ms: performance.now() - began }
}
