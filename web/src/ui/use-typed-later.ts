import { useEffect, useState } from 'react'

// A preview for each letter would be made for nobody.
const restMs = 400

/** The value when nothing was typed for a moment. */
export function useTypedLater<Value>(value: Value): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
