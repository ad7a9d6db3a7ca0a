import { useEffect, useState } from 'react'

/** Whole seconds until it may be done again; `start(30)` begins, 0 is now. */
export function useCountdown(startSeconds = 0) {
  const [now, setNow] = useState(() => Date.now())
  const [until, setUntil] = useState(() => now + startSeconds * 1000)
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [left])
  const start = (seconds: number) => {
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1000)
  }
  return [left, start] as const
}
