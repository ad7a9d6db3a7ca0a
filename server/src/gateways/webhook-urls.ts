import type { Config } from '../platform/config.ts'

/** Where simulated providers knock, best first: this machine, for the public address may not be reachable from within; then the public one, for an engine apart. */
export function webhookUrls({ host, port, publicUrl }: Pick<Config, 'host' | 'port' | 'publicUrl'>, provider: string): [string, string] {
  const here = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const path = `/api/hooks/${provider}`
  return [`http://${here}:${port}${path}`, `${publicUrl}${path}`]
}
