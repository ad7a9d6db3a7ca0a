const kept = new Map<string, Promise<Response>>()
const keptMs = 10_000

/** Asks before the code is there that wants to know: the next call to the same address gets this answer. */
export function askEarly<Answer>(address: string): Promise<Answer | null> {
  const answer = fetch(address, { credentials: 'include' })
  kept.set(address, answer)
  const forget = () => kept.delete(address)
  // What nobody has fetched by then is old news.
  void answer.then(() => setTimeout(forget, keptMs), forget)
  return answer.then(
    (response) => (response.ok ? (response.clone().json() as Promise<Answer>) : null),
    () => null,
  )
}

/** The answer that was asked for early, for the first who wants it. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const answer = kept.get(address)
  kept.delete(address)
  return answer
}

/** Something changed since: what was asked early and nobody has taken yet would show the state before it. */
export function forgetEarly() {
  kept.clear()
}
