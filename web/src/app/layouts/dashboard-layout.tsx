import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { BulkProgress } from '../../features/bulk/bulk-progress.tsx'
import { UndoBar } from '../../features/undo/undo-bar.tsx'
import { liveSocket } from '../../live/live-socket.ts'
import { useText } from '../../locales/i18n.tsx'
import { useSettings } from '../../session/settings.ts'
import { AppKeys } from '../app-keys.tsx'
import { LiveBar } from '../live-bar.tsx'
import { Menu } from '../menu.tsx'
import { Toolbar } from '../toolbar.tsx'
import styles from './dashboard-layout.module.css'

/** Toolbar above, menu at the left, the screen beside it. On a phone the menu lies over the screen. */
export function DashboardLayout() {
  const t = useText()
  const { smallMenuToggle } = useSettings()
  const path = useRouterState({ select: (state) => state.location.pathname })
  // On a phone the menu is open over one screen; following a link closes it by being elsewhere.
  const [menuOpenAt, setMenuOpenAt] = useState<string | null>(null)
  const isMenuOpen = menuOpenAt === path
  // Also where nothing on the screen moves: a session that ends and rights that change are told to every open screen.
  useEffect(() => liveSocket.connect(), [])
  return (
    <div className={styles.layout} data-menu={smallMenuToggle ? 'small' : 'wide'}>
      <a href="#screen" className={styles.skip}>
        {t('app.skipToScreen')}
      </a>
      <Toolbar onMenu={() => setMenuOpenAt(isMenuOpen ? null : path)} />
      <LiveBar />
      <div className={styles.below}>
        <Menu isSmall={smallMenuToggle && !isMenuOpen} isOpenOnPhone={isMenuOpen} />
        <main id="screen" tabIndex={-1} className={styles.screen}>
          <Outlet />
        </main>
      </div>
      <BulkProgress />
      <UndoBar />
      <AppKeys />
    </div>
  )
}
