import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

// The servers of a supervisor that was killed are ending at this moment.
const waitMs = 4_000

/** Refuses in words to start where another program listens already. */
export async function mustBeFree(port: number, host: string): Promise<void> {
  const began = performance.now()
  for (;;) {
    const fault = await tryToListen(port, host)
    if (fault === null) return
    if (fault !== 'EADDRINUSE') throw new Error(`Regie cannot listen on ${host}:${port} (${fault}). Choose others with HOST=… and PORT=….`)
    if (performance.now() - began > waitMs) {
      throw new Error(
        `Port ${port} of ${host} is taken by another program, perhaps a Regie that runs already. End that one, or choose another port: PORT=${port + 1} npm start`,
      )
    }
    await sleep(200)
  }
}

function tryToListen(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    probe.listen(port, host, () => probe.close(() => resolve(null)))
  })
}
