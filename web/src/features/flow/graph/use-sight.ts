import { useNodesInitialized, useReactFlow } from '@xyflow/react'
import { type RefObject, useEffect, useRef } from 'react'
import type { LaidOut } from './lay-out.ts'
import { type Area, stepAside } from './step-aside.ts'

type Sight = {
  place: RefObject<HTMLElement | null>
  laid: LaidOut
  /** The step that is chosen or played. */
  key: string
  sizeOfStep: (key: string) => { width: number; height: number }
}

/** Brings a step that is chosen or played into sight, if it is not, and the steps from under what stands over the graph when they are laid out anew. */
export function useSight({ place, laid, key, sizeOfStep }: Sight) {
  const { getViewport, setViewport } = useReactFlow()
  const isMeasured = useNodesInitialized()
  const seen = useRef({ key, laid, isMeasured: false })
  useEffect(() => {
    const before = seen.current
    if (!isMeasured || (before.isMeasured && before.key === key && before.laid === laid)) return
    // After the graph has fitted itself to its first sight.
    const frame = requestAnimationFrame(() => {
      seen.current = { key, laid, isMeasured }
      const pane = place.current?.querySelector('.react-flow')?.getBoundingClientRect()
      if (!pane) return
      const { x, y, zoom } = getViewport()
      const areaOf = (one: string): Area | null => {
        const at = laid.places.get(one)
        if (!at) return null
        const { width, height } = sizeOfStep(one)
        const [left, top] = [at.x * zoom + x, at.y * zoom + y]
        return { left, top, right: left + width * zoom, bottom: top + height * zoom }
      }
      const chosen = areaOf(key)
      const isSeenAt = ({ left, top, right, bottom }: Area) => left >= 0 && top >= 0 && right <= pane.width && bottom <= pane.height
      // The first sight may be too small for all that belongs in it.
      const isMoved = chosen !== null && !isSeenAt(chosen) && (!before.isMeasured || before.key !== key)
      // Choosing what one sees moves nothing.
      if (!isMoved && before.isMeasured && before.laid === laid) return
      const toMiddle = isMoved
        ? { x: pane.width / 2 - (chosen.left + chosen.right) / 2, y: pane.height / 2 - (chosen.top + chosen.bottom) / 2 }
        : { x: 0, y: 0 }
      const areas = [...laid.places.keys()].flatMap((one) => {
        const area = areaOf(one)
        return area === null ? [] : [moved(area, toMiddle)]
      })
      const covers = [...(place.current?.querySelectorAll('[data-covers]') ?? [])]
        .map((cover) => cover.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ left, top, right, bottom }) => moved({ left, top, right, bottom }, { x: -pane.left, y: -pane.top }))
      const aside = stepAside(areas, covers)
      // Nothing is worth losing sight of the step that one works on.
      const isLost = chosen !== null && !isSeenAt(moved(chosen, { ...toMiddle, x: toMiddle.x + aside }))
      const by = { x: toMiddle.x + (isLost ? 0 : aside), y: toMiddle.y }
      if (by.x !== 0 || by.y !== 0) void setViewport({ x: x + by.x, y: y + by.y, zoom })
    })
    return () => cancelAnimationFrame(frame)
  })
}

const moved = ({ left, top, right, bottom }: Area, { x, y }: { x: number; y: number }): Area => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
})
