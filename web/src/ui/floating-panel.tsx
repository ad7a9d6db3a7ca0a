import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import styles from './menu.module.css'

const gap = 8

type FloatingPanelProps = {
  /** What the panel belongs to: it stands under its right edge, and gets the focus back. */
  trigger: RefObject<HTMLElement | null>
  onClose: () => void
  /** Which edges are in line with those of the trigger: the right ones, or with `start` the left ones. */
  align?: 'start' | 'end'
  /** What gets the focus when the panel opens. */
  focusFirst: string
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}

/** Something small over the page, in the browser's top layer so that nothing cuts it off. Esc and a press outside close it. */
export function FloatingPanel({ trigger, onClose, align = 'end', focusFirst, onKeyDown, children }: FloatingPanelProps) {
  const element = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const panel = element.current
    const opener = trigger.current
    if (panel === null || opener === null) return
    const place = () => placeUnder(panel, opener, align)
    panel.showPopover()
    place()
    panel.querySelector<HTMLElement>(focusFirst)?.focus({ preventScroll: true })
    addEventListener('resize', place)
    document.addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      removeEventListener('resize', place)
      document.removeEventListener('scroll', place, { capture: true })
      // Whoever pressed something else has the focus there already.
      if (panel.contains(document.activeElement)) opener.focus({ preventScroll: true })
    }
  }, [trigger, focusFirst, align])
  useLayoutEffect(() => {
    // What had the focus is gone when the panel shows something else; without focus in it, Esc would not close it.
    if (document.activeElement === document.body) element.current?.querySelector<HTMLElement>(focusFirst)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && !element.current?.contains(target) && !trigger.current?.contains(target)) close()
    }
    // With the focus elsewhere Esc closes it too, before it closes or leaves what is around it.
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isWithin = event.target instanceof Node && element.current?.contains(event.target)
      if (event.key !== 'Escape' || event.defaultPrevented || isWithin) return
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    document.addEventListener('pointerdown', onPress, { capture: true })
    document.addEventListener('keydown', onKey, { capture: true })
    return () => {
      document.removeEventListener('pointerdown', onPress, { capture: true })
      document.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [trigger])
  const press = (event: KeyboardEvent) => {
    onKeyDown?.(event)
    // The keys of the page behind it rest while it is open.
    event.stopPropagation()
    if (event.key !== 'Escape') return
    event.preventDefault()
    onClose()
  }
  return (
    // What stands in it has the role: a menu, or a dialog.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={element} popover="manual" className={styles.panel} onKeyDown={press}>
      {children}
    </div>
  )
}

// Under the trigger with one edge in line, above it where there is more room; always inside the window.
function placeUnder(panel: HTMLElement, opener: HTMLElement, align: 'start' | 'end') {
  const at = opener.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  panel.style.maxHeight = ''
  const [below, above] = [clientHeight - at.bottom - 2 * gap, at.top - 2 * gap]
  const isBelow = panel.offsetHeight <= below || below >= above
  panel.style.maxHeight = `${Math.max(80, isBelow ? below : above)}px`
  const left = Math.min(Math.max(gap, align === 'start' ? at.left : at.right - panel.offsetWidth), clientWidth - panel.offsetWidth - gap)
  panel.style.left = `${Math.max(gap, left)}px`
  panel.style.top = `${isBelow ? at.bottom + gap : Math.max(gap, at.top - gap - panel.offsetHeight)}px`
}
