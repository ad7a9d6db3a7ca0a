import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './feedback.module.css'
import type { Area } from './take-picture.ts'

type EraserProps = { picture: HTMLCanvasElement; areas: readonly Area[]; onAreas: (areas: readonly Area[]) => void }

const step = 0.01
const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max)

/** The picture, in which areas are erased by drawing over them, or with the keyboard: add one, move it by arrow keys, size it with Shift. */
export function PictureEraser({ picture, areas, onAreas }: EraserProps) {
  const t = useText()
  const frame = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<{ from: { x: number; y: number }; area: Area } | null>(null)
  useEffect(() => {
    picture.setAttribute('aria-hidden', 'true')
    frame.current?.prepend(picture)
    return () => picture.remove()
  }, [picture])

  const at = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return { x: clamp((event.clientX - box.left) / box.width, 1), y: clamp((event.clientY - box.top) / box.height, 1) }
  }
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    if (event.target instanceof HTMLElement && event.target.dataset['area'] !== undefined) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const from = at(event)
    setDrawn({ from, area: { ...from, width: 0, height: 0 } })
  }
  const draw = (event: PointerEvent) => {
    if (!drawn) return
    const to = at(event)
    const { from } = drawn
    setDrawn({
      from,
      area: { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) },
    })
  }
  const end = () => {
    if (drawn && drawn.area.width > 0.005 && drawn.area.height > 0.005) onAreas([...areas, drawn.area])
    setDrawn(null)
  }
  const change = (index: number, area: Area | null) => onAreas(areas.flatMap((kept, at) => (at === index ? (area ? [area] : []) : [kept])))

  return (
    <div className={styles.picture}>
      <div
        ref={frame}
        className={styles.frame}
        role="group"
        aria-label={t('feedback.picture')}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={() => setDrawn(null)}
      >
        {areas.map((area, index) => (
          <ErasedArea key={index} area={area} number={index + 1} onArea={(changed) => change(index, changed)} />
        ))}
        {drawn && <span className={styles.area} style={placeOf(drawn.area)} />}
      </div>
      <div className={styles.tools}>
        <p>{t('feedback.eraseHelp')}</p>
        <Button onPress={() => onAreas([...areas, { x: 0.35, y: 0.4, width: 0.3, height: 0.1 }])}>{t('feedback.addArea')}</Button>
        <Button kind="quiet" isDisabled={areas.length === 0} onPress={() => onAreas(areas.slice(0, -1))}>
          {t('feedback.undoArea')}
        </Button>
      </div>
    </div>
  )
}

function ErasedArea({ area, number, onArea }: { area: Area; number: number; onArea: (area: Area | null) => void }) {
  const t = useText()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') return onArea(null)
    const direction = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key]
    if (!direction) return
    event.preventDefault()
    const [dx = 0, dy = 0] = direction
    if (event.shiftKey) onArea({ ...area, width: clamp(area.width + dx, 1 - area.x), height: clamp(area.height + dy, 1 - area.y) })
    else onArea({ ...area, x: clamp(area.x + dx, 1 - area.width), y: clamp(area.y + dy, 1 - area.height) })
  }
  return (
    <button
      type="button"
      className={styles.area}
      style={placeOf(area)}
      data-area=""
      aria-label={t('feedback.area', { number })}
      title={t('feedback.areaKeys')}
      onKeyDown={onKeyDown}
    />
  )
}

const percent = (part: number) => `${part * 100}%`
const placeOf = ({ x, y, width, height }: Area) => ({ left: percent(x), top: percent(y), width: percent(width), height: percent(height) })
