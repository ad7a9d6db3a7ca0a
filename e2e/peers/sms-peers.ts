import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

/** Which of the programs of an SMS exchange are not on this machine. */
export function missingSmsPeers(): string[] {
  return spawnSync('perl', ['-MNet::SMPP', '-e', '1'], { stdio: 'ignore' }).status === 0 ? [] : ['libnet-smpp-perl']
}

type SubmittedSms = {
  from: string
  fromTon: number
  to: string
  toTon: number
  esm: number
  coding: number
  receipt: number
  validity: string
  text: string
  tlv: Record<string, string>
  at: number
}

export type SmsPeer = {
  port: number
  /** The password of every system id. */
  password: string
  /** What it saw, in order. */
  seen: Record<string, unknown>[]
  /** The messages that it took, once there are so many: it says so a moment after it answered. */
  submitted(count?: number): Promise<SubmittedSms[]>
  close(): Promise<void>
}

/** An exchange of another make (Net::SMPP) on this machine; `port`: where one stood before. */
export async function startSmsPeer(port?: number): Promise<SmsPeer> {
  const at = port ?? (await freePort())
  const child: ChildProcess = spawn('perl', [path.join(import.meta.dirname, 'smsc.pl'), String(at)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Its connections are processes of their own: they end together.
    detached: true,
  })
  const seen: Record<string, unknown>[] = []
  if (!child.stdout) throw new Error('the exchange has no output')
  const lines = createInterface({ input: child.stdout })
  const ready = new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the exchange ended (${code})`)))
    lines.on('line', (line) => (line === 'READY' ? resolve() : seen.push(JSON.parse(line) as Record<string, unknown>)))
  })
  await ready
  return {
    port: at,
    password: 'geheim',
    seen,
    async submitted(count = 0) {
      const taken = () => seen.filter((one) => 'to' in one) as unknown as SubmittedSms[]
      for (let tries = 0; taken().length < count && tries < 200; tries++) await sleep(20)
      return taken()
    },
    async close() {
      if (child.exitCode !== null || child.pid === undefined) return
      const ended = once(child, 'exit')
      process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
