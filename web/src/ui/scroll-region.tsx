import type { ReactNode } from 'react'

/** A part of the page that scrolls by itself. It takes the focus, or whoever has no mouse could not reach what is out of view. */
export function ScrollRegion({ label, className, children }: { label: string; className: string | undefined; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
