import { type RefObject, useEffect, useState } from 'react'

/** The size of an element in whole pixels, followed as it changes; null until it is there. */
export function useSizeOf(element: RefObject<HTMLElement | null>): { width: number; height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  useEffect(() => {
    const box = element.current
    if (box === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return
      const { width, height } = entry.contentRect
      setSize({ width: Math.floor(width), height: Math.floor(height) })
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return size
}
