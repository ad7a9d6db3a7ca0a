import { type ReactNode, useEffect, useRef } from 'react'
import styles from './live-highlight.module.css'

/** Flashes shortly when its value changes, so that the eye finds what moved. */
export function LiveHighlight({ value, children }: { value: string | number | null; children?: ReactNode }) {
  const element = useRef<HTMLSpanElement>(null)
  const shown = useRef(value)
  useEffect(() => {
    if (shown.current === value) return
    shown.current = value
    const classes = element.current?.classList
    if (classes === undefined || styles.flash === undefined) return
    classes.remove(styles.flash)
    void element.current?.offsetWidth
    classes.add(styles.flash)
  }, [value])
  return (
    <span ref={element} className={styles.value}>
      {children ?? value}
    </span>
  )
}
