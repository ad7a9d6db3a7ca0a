import { ask, type KeptStore, Refused } from './chat-store.ts'

const waits = [1_000, 2_000, 5_000, 10_000, 30_000]
// Where no answer may be held open, it is asked now and then.
const pollMs = 15_000

type Following = { onChange: () => void; onLost: (isLost: boolean) => void; onGone: () => void }

/** Hears that something changed in the visit, and goes on hearing it after a lost connection or a restart of the server. */
export function followVisit(kept: KeptStore, { onChange, onLost, onGone }: Following): void {
  let failures = 0
  const again = (ms: number) => setTimeout(() => void listen(), ms + Math.random() * 500)
  async function listen(): Promise<void> {
    try {
      const response = await ask(kept, 'GET', '/visit/events')
      failures = 0
      onLost(false)
      await hear(response)
      again(waits[0] ?? 0)
    } catch (error) {
      if (error instanceof Refused && error.status === 404) return onGone()
      if (error instanceof Refused && error.status === 429) {
        onChange()
        return void again(pollMs)
      }
      onLost(failures > 0)
      again(waits[Math.min(failures++, waits.length - 1)] ?? 0)
    }
  }
  async function hear(response: Response): Promise<void> {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const part = await reader?.read()
      if (!part || part.done) return
      if (part.value.includes('changed')) onChange()
    }
  }
  void listen()
}
