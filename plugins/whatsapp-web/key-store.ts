import type { Baileys, Creds, KeySet, KeyStore } from './load-baileys.ts'
import type { KeptKey, Order, Report } from './protocol.ts'

type Answer = Extract<Order, { do: 'answer' }>
type Question = { is: 'get'; kind: string; ids: string[] } | { is: 'keep'; creds: string | null; keys: KeptKey[] }

/** The keys of the connection: they are kept by the server, encrypted; this program writes nothing down. */
export function openKeyStore({ BufferJSON }: Baileys, say: (report: Report) => void) {
  const asked = new Map<number, { resolve(values: Record<string, string>): void; reject(error: Error): void }>()
  let last = 0
  const write = (value: unknown) => JSON.stringify(value, (key, one: unknown) => BufferJSON.replacer(key, one))
  const read = (text: string): unknown => JSON.parse(text, (key, one: unknown) => BufferJSON.reviver(key, one))

  function ask(question: Question): Promise<Record<string, string>> {
    const no = ++last
    return new Promise((resolve, reject) => {
      asked.set(no, { resolve, reject })
      say({ ...question, no })
    })
  }

  const keys: KeyStore = {
    async get(kind, ids) {
      const values = await ask({ is: 'get', kind, ids })
      return Object.fromEntries(Object.entries(values).map(([id, value]) => [id, read(value)]))
    },
    async set(changed: KeySet) {
      const rows = Object.entries(changed).flatMap(([kind, ofKind]) =>
        Object.entries(ofKind).map(([id, value]) => ({ kind, id, value: value === null ? null : write(value) })),
      )
      if (rows.length > 0) await ask({ is: 'keep', creds: null, keys: rows })
    },
  }
  return {
    keys,
    readCreds: (text: string) => read(text) as Creds,
    keepCreds: async (creds: Creds) => void (await ask({ is: 'keep', creds: write(creds), keys: [] })),
    answer({ no, values, fault }: Answer) {
      const one = asked.get(no)
      asked.delete(no)
      if (fault) one?.reject(new Error('the server does not keep it'))
      else one?.resolve(values)
    },
  }
}
