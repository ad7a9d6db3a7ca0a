import { type PointerEvent, useState } from 'react'
import { clockOf, endBefore, quartersOfDay } from '../quarters.ts'

/** How high a quarter of an hour is drawn. */
export const quarterHeight = 9
// So near to its edge a window is made longer or shorter; elsewhere it is moved.
const edgeHeight = 7

type Part = 'start' | 'end' | 'all'
type Moving = { y: number; part: Part; from: number; until: number }

/** Pulling at a window with a pointer: at an edge that edge moves, in the middle all of it, by quarters of an hour. */
export function useMoving(from: number, until: number, isFrozen: boolean, onHours: (hours: { start: string; end: string }) => void) {
  const [moving, setMoving] = useState<Moving | null>(null)
  const partAt = (event: PointerEvent<HTMLElement>): Part => {
    const box = event.currentTarget.getBoundingClientRect()
    if (event.clientY > box.bottom - edgeHeight) return 'end'
    return event.clientY < box.top + edgeHeight ? 'start' : 'all'
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || event.pointerType === 'touch' || isFrozen) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setMoving({ y: event.clientY, part: partAt(event), from, until })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!moving) return
      const by = Math.round((event.clientY - moving.y) / quarterHeight)
      const start = moving.part === 'end' ? moving.from : moving.from + by
      const end = moving.part === 'start' ? moving.until : moving.until + by
      if (start >= 0 && end <= quartersOfDay && end > start && (start !== from || end !== until))
        onHours({ start: clockOf(start), end: endBefore(end) })
    },
    onPointerUp: () => setMoving(null),
    onPointerCancel: () => setMoving(null),
  }
}
