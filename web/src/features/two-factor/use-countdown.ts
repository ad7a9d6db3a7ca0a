import { useEffect, useState } from 'react'

/** Whole seconds until a moment, and how to set another; 0 when it has come. */
export function useCountdown(until: number) {
  const [end, setEnd] = useState(until)
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((end - now) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [left])
  const startUntil = (moment: number) => {
    setNow(Date.now())
    setEnd(moment)
  }
  return [left, startUntil] as const
}
