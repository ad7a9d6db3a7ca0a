import { useEffect, useEffectEvent, useState } from 'react'

const typingMs = 250

/** What is typed in a search box: kept elsewhere (the address) a moment after the last letter, so that a word is one question to the server. */
export function useTyping(kept: string, keep: (value: string) => void) {
  const [typed, setTyped] = useState(kept)
  const [sent, setSent] = useState(kept)
  const [seen, setSeen] = useState(kept)
  // A value that comes from elsewhere (back button, "clear filters") replaces what was typed; the echo of our own does not, or it would eat the next letter.
  if (seen !== kept) {
    setSeen(kept)
    if (kept !== sent) {
      setSent(kept)
      setTyped(kept)
    }
  }
  const send = useEffectEvent(() => {
    setSent(typed)
    keep(typed)
  })
  useEffect(() => {
    if (typed === sent) return
    const timer = setTimeout(() => send(), typingMs)
    return () => clearTimeout(timer)
  }, [typed, sent])
  return [typed, setTyped] as const
}
