import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { type Stroke, strokeBetween } from './week-layout.ts'

type Cell = { weekday: number; quarter: number }
type Shown = { first: number; last: number }
type Drawing = { start: Cell; end: Cell; byKeys: boolean }

/**
 * Drawing on the grid: with a pointer from one cell to another, or with the keys: arrows move a cell, Enter begins and ends, Esc gives up.
 * `draw` gets what lies between both cells.
 */
export function useDrawing({ first, last }: Shown, isFrozen: boolean, draw: (stroke: Stroke) => void) {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [cell, setCell] = useState<Cell | null>(null)
  const within = ({ weekday, quarter }: Cell): Cell => ({
    weekday: Math.min(Math.max(weekday, 1), 7),
    quarter: Math.min(Math.max(quarter, first), last - 1),
  })
  const cellAt = (event: PointerEvent<HTMLElement>): Cell => {
    const box = event.currentTarget.getBoundingClientRect()
    const part = (at: number, from: number, size: number, count: number) => Math.floor(((at - from) / size) * count)
    return within({
      weekday: part(event.clientX, box.left, box.width, 7) + 1,
      quarter: first + part(event.clientY, box.top, box.height, last - first),
    })
  }
  const finish = ({ start, end }: Drawing) => {
    setDrawing(null)
    draw(strokeBetween(start, end))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || isFrozen) return
    const step = steps[event.key]
    const at = cell ?? { weekday: 1, quarter: Math.max(first, 36) }
    if (step) {
      const next = within({ weekday: at.weekday + step[0], quarter: at.quarter + step[1] * (event.shiftKey ? 4 : 1) })
      setCell(next)
      if (drawing?.byKeys) setDrawing({ ...drawing, end: next })
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (drawing) finish({ ...drawing, end: at })
      else setDrawing({ start: at, end: at, byKeys: true })
      setCell(at)
    } else if (event.key === 'Escape' && drawing) setDrawing(null)
    else return
    event.preventDefault()
  }
  return {
    stroke: drawing && strokeBetween(drawing.start, drawing.end),
    cell,
    surface: {
      onKeyDown,
      onBlur: () => {
        setCell(null)
        setDrawing(null)
      },
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        // Only the surface itself: windows on it are chosen, not drawn over. A finger scrolls.
        if (event.target !== event.currentTarget || event.button !== 0 || event.pointerType === 'touch' || isFrozen) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const start = cellAt(event)
        setDrawing({ start, end: start, byKeys: false })
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (drawing && !drawing.byKeys) setDrawing({ ...drawing, end: cellAt(event) })
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        if (drawing && !drawing.byKeys) finish({ ...drawing, end: cellAt(event) })
      },
      onPointerCancel: () => setDrawing(null),
    },
  }
}

const steps: Record<string, [days: number, quarters: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
