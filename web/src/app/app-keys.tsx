import { useEffect, useState, useSyncExternalStore } from 'react'
import { pathTo } from '../paths.ts'
import { useText } from '../locales/i18n.tsx'
import { useGoTo } from '../session/address.ts'
import { useSession } from '../session/use-session.ts'
import { Dialog } from '../ui/dialog.tsx'
import styles from './app-keys.module.css'
import { Palette } from './palette.tsx'
import { openScreens, type MenuScreen } from './screen-table.ts'
import { useKey } from '../ui/use-key.ts'

let isListOpen = false
const listeners = new Set<() => void>()

function setListOpen(isOpen: boolean) {
  isListOpen = isOpen
  for (const listener of listeners) listener()
}

export function openKeyList() {
  setListOpen(true)
}

/** The keys that work on every screen, and the two dialogs that they open. */
export function AppKeys() {
  const screens = openScreens(useSession().rights)
  const isOpen = useSyncExternalStore(listen, () => isListOpen)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  useKey('?', openKeyList)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setPaletteOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      {screens.map((screen) => (
        <GoKey key={screen.name} screen={screen} />
      ))}
      {isOpen && <KeyList screens={screens} />}
      {isPaletteOpen && <Palette screens={screens} onClose={() => setPaletteOpen(false)} />}
    </>
  )
}

function GoKey({ screen }: { screen: MenuScreen }) {
  const goTo = useGoTo()
  useKey(`g ${screen.menu.key}`, () => goTo(pathTo(screen.name)))
  return null
}

function KeyList({ screens }: { screens: readonly MenuScreen[] }) {
  const t = useText()
  const keys: [string, string][] = [
    ['/', t('keys.search')],
    ['Ctrl K', t('keys.palette')],
    ...screens.map((screen): [string, string] => [`g ${screen.menu.key}`, t(`menu.screens.${screen.name}`)]),
    ['j  k', t('keys.rows')],
    ['Enter', t('keys.open')],
    ['x', t('keys.choose')],
    ['j  k ', t('keys.caseTrail')],
    ['r', t('keys.caseResult')],
    ['p', t('keys.casePause')],
    ['s', t('keys.caseClose')],
    ['e', t('keys.caseEdit')],
    ['n', t('keys.caseNote')],
    ['Esc', t('keys.back')],
    ['?', t('keys.list')],
  ]
  return (
    <Dialog isOpen title={t('keys.title')} onClose={() => setListOpen(false)}>
      <dl className={styles.keys}>
        {keys.map(([key, action]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
