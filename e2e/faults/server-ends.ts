import { existsSync, readFileSync } from 'node:fs'

// ESTABLISHED, as the kernel writes it.
const established = '01'

/**
 * What a server has open, as the kernel knows it: who reads nothing does not hear either that they were closed. By the ports of the other ends.
 */
export function openServerEnds(serverPort: number) {
  const own = serverPort.toString(16).toUpperCase().padStart(4, '0')
  return {
    stillOpen(): Set<number> {
      const ports = new Set<number>()
      for (const file of ['/proc/net/tcp', '/proc/net/tcp6'].filter((name) => existsSync(name)))
        for (const line of readFileSync(file, 'utf8').split('\n')) {
          const [, local = '', remote = '', state] = line.trim().split(/\s+/)
          if (state === established && local.endsWith(`:${own}`)) ports.add(Number.parseInt(remote.slice(remote.indexOf(':') + 1), 16))
        }
      return ports
    },
  }
}
