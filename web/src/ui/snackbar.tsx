import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '../locales/i18n.tsx'
import styles from './snackbar.module.css'

const snackbarMs = 5000
// Who has to wait so long for its turn is out of its context by then.
const waitMsMax = 10_000
const swipePx = 50

export type SnackbarText = { text: string; action?: { label: string; run: () => void } | undefined }
type Waiting = SnackbarText & { id: number; cameAt: number }
type SnackbarProps = { stored: SnackbarText | null; onTaken: () => void }

/**
 * Opens at the top as soon as the stored text is not empty, and takes it at once (spec §4, Notification). It closes by its
 * button, after five seconds (the time stands still under the pointer and under the focus) or by a vertical swipe of more than 50 px.
 * Texts that come while one is shown wait their turn, but not long: one that would come much later is not shown any more.
 */
export function Snackbar({ stored, onTaken }: SnackbarProps) {
  const [queue, setQueue] = useState<readonly Waiting[]>([])
  const count = useRef(0)
  useEffect(() => {
    if (stored === null) return
    count.current += 1
    const next = { ...stored, id: count.current, cameAt: Date.now() }
    setQueue((waiting) => [...waiting, next])
    onTaken()
  }, [stored, onTaken])
  const close = useCallback(() => setQueue(nextInTurn), [])
  const shown = queue[0]
  // The live region stays mounted, so that screen readers hear the change.
  return (
    <div role="status" aria-live="polite" className={styles.place}>
      {shown !== undefined && <OpenSnackbar key={shown.id} {...shown} onClose={close} />}
    </div>
  )
}

function nextInTurn([, ...waiting]: readonly Waiting[]): readonly Waiting[] {
  const now = Date.now()
  return waiting.filter(({ cameAt }) => now - cameAt < waitMsMax)
}

function OpenSnackbar({ text, action, onClose }: SnackbarText & { onClose: () => void }) {
  const t = useText()
  const timer = useTimer(onClose)
  const [moved, setMoved] = useState(0)
  const startedAt = useRef<number | null>(null)
  const begin = (event: PointerEvent<HTMLElement>) => {
    if ((event.target as HTMLElement).closest('button')) return
    startedAt.current = event.clientY
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const end = (event: PointerEvent) => {
    const distance = startedAt.current === null ? 0 : event.clientY - startedAt.current
    startedAt.current = null
    if (Math.abs(distance) > swipePx) onClose()
    else setMoved(0)
  }
  return (
    <div
      className={styles.snackbar}
      style={{ translate: `0 ${moved}px`, opacity: 1 - Math.min(1, Math.abs(moved) / 150) }}
      onPointerEnter={(event) => event.pointerType === 'mouse' && timer.pause()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && timer.resume()}
      onFocus={timer.pause}
      onBlur={timer.resume}
      onPointerDown={begin}
      onPointerMove={(event) => startedAt.current !== null && setMoved(event.clientY - startedAt.current)}
      onPointerUp={end}
      onPointerCancel={() => {
        startedAt.current = null
        setMoved(0)
      }}
    >
      <span>{text}</span>
      {action !== undefined && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.run()
            onClose()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={t('ui.close')} onClick={onClose}>
        ✕
      </button>
    </div>
  )
}

/** Calls `onEnd` once after five seconds that count only while it is not paused. */
function useTimer(onEnd: () => void) {
  const left = useRef(snackbarMs)
  const since = useRef(0)
  const handle = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const resume = useCallback(() => {
    clearTimeout(handle.current)
    since.current = Date.now()
    handle.current = setTimeout(onEnd, left.current)
  }, [onEnd])
  const pause = useCallback(() => {
    if (handle.current === undefined) return
    clearTimeout(handle.current)
    handle.current = undefined
    left.current = Math.max(0, left.current - (Date.now() - since.current))
  }, [])
  useEffect(() => {
    resume()
    return () => clearTimeout(handle.current)
  }, [resume])
  return { pause, resume }
}
