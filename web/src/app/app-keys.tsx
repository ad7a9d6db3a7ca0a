import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { withTexts } from '../locales/locale-store.ts'
import { pathTo } from '../paths.ts'
import { useGoTo } from '../session/address.ts'
import { useSettings } from '../session/settings.ts'
import { useSession } from '../session/use-session.ts'
import { useKey } from '../ui/use-key.ts'
import { useKeptPlaces } from './palette/keep-places.ts'
import { openScreens, type MenuScreen } from './screen-table.ts'

// The first screen waits for none of these.
const Palette = lazy(async () => ({ default: (await withTexts(['palette'], import('./palette/palette.tsx'))).Palette }))
const HelpDialog = lazy(async () => ({ default: (await withTexts(['help'], import('./help/help-dialog.tsx'))).HelpDialog }))
const Tour = lazy(async () => ({ default: (await withTexts(['help'], import('./help/tour.tsx'))).Tour }))

type Opened = 'palette' | 'help' | 'tour' | null
let opened: Opened = null
const listeners = new Set<() => void>()

function open(what: Opened) {
  opened = what
  for (const listener of listeners) listener()
}

const openPalette = () => open('palette')
export const openHelp = () => open('help')
const close = () => open(null)

/** The keys that work on every screen, and what they open: the palette, the help about this screen, the tour. */
export function AppKeys() {
  const { userID, rights } = useSession()
  const { tour } = useSettings()
  const now = useSyncExternalStore(listen, () => opened)
  const [isShownAround, setShownAround] = useState(tour)
  const isIdle = useIdle()
  useKey('?', openHelp)
  useKeptPlaces(userID)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      openPalette()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  // It stays while one tries what it shows.
  const startTour = () => {
    setShownAround(true)
    open('tour')
  }
  const endTour = () => {
    setShownAround(false)
    close()
  }
  return (
    <>
      {openScreens(rights).map((screen) => (
        <GoKey key={screen.name} screen={screen} />
      ))}
      <Suspense>{now === 'help' && <HelpDialog onClose={close} onTour={startTour} />}</Suspense>
      <Suspense>
        {(isIdle || now === 'palette') && <Palette isOpen={now === 'palette'} onClose={close} onHelp={openHelp} onTour={startTour} />}
      </Suspense>
      <Suspense>{isShownAround && <Tour isAsked={now === 'tour'} onPalette={openPalette} onEnd={endTour} />}</Suspense>
    </>
  )
}

// By then the first screen has its rows. What is there already opens at once; what React waits for is held back for 0.3 s.
const idleAfterMs = 2500

function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), idleAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isIdle
}

function GoKey({ screen }: { screen: MenuScreen }) {
  const goTo = useGoTo()
  useKey(`g ${screen.menu.key}`, () => goTo(pathTo(screen.name)))
  return null
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
