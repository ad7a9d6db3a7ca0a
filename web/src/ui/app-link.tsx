import type { AppPath } from '../paths.ts'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

type AppLinkProps = {
  to: AppPath
  children: ReactNode
  className?: string | undefined
  title?: string | undefined
  tabIndex?: number
  isCurrent?: boolean
  label?: string | undefined
  onFollow?: () => void
}

/** A link inside the app. It fetches the screen's code when the pointer comes near; Ctrl or the middle button open a tab as ever. */
export function AppLink({ to, children, className, title, tabIndex, isCurrent, label, onFollow }: AppLinkProps) {
  const router = useRouter()
  const follow = (event: MouseEvent) => {
    onFollow?.()
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.history.push(to)
  }
  return (
    <a
      href={to}
      className={className}
      title={title}
      tabIndex={tabIndex}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={follow}
      onPointerEnter={() => preloadScreen(router, to)}
      onFocus={() => preloadScreen(router, to)}
    >
      {children}
    </a>
  )
}

// Only the code: its data would be fetched again on arrival, and every row of a table has a link.
function preloadScreen(router: ReturnType<typeof useRouter>, to: string) {
  const [matchedRoutes] = router.getMatchedRoutes(to.split('?')[0] ?? to)
  for (const route of matchedRoutes) void router.loadRouteChunk(route)
}
