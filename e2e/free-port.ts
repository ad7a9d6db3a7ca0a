import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below those that systems give to connections (from 32,768 on): one of them would be taken again before the product listens.
const ports = { from: 12_000, until: 30_000 }

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = randomInt(ports.from, ports.until)
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
