// What was asked and has no answer yet: the same request again is that one, sent twice (a double click, a connection that broke).
const underWay = new Map<string, string>()

/** The key under which the server does this once. It is the same for an equal request until an answer came, whatever it said. */
export function repeatKey(address: string, body: string): { key: string; forget(): void } {
  const request = `${address}\n${body}`
  const key = underWay.get(request) ?? crypto.randomUUID()
  underWay.set(request, key)
  return { key, forget: () => void underWay.delete(request) }
}
