import '@mantine/core/styles/Tabs.layer.css'
import { Tabs as LibraryTabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Kit } from './kit.tsx'
import styles from './tabs.module.css'

export type Tab<Key extends string> = { key: Key; label: string; count?: number | undefined; content: ReactNode | (() => ReactNode) }

type TabsProps<Key extends string> = { label: string; value: Key; onChange: (key: Key) => void; tabs: readonly Tab<Key>[] }

export function Tabs<Key extends string>({ label, value, onChange, tabs }: TabsProps<Key>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => showChosen(list.current), [value])
  // Also when what it counts has come, or the window was turned.
  const counted = tabs.map(({ count }) => count ?? '').join(' ')
  useEffect(() => {
    showChosen(list.current)
    const again = () => showChosen(list.current)
    window.addEventListener('resize', again)
    return () => window.removeEventListener('resize', again)
  }, [counted])
  return (
    <Kit>
      <LibraryTabs value={value} onChange={(key) => key !== null && onChange(key as Key)} keepMounted={false} className={styles.tabs}>
        <LibraryTabs.List ref={list} aria-label={label} className={`${styles.list} fades-aside`}>
          {tabs.map((tab) => (
            <LibraryTabs.Tab key={tab.key} value={tab.key}>
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
            </LibraryTabs.Tab>
          ))}
        </LibraryTabs.List>
        {tabs.map((tab) => (
          <LibraryTabs.Panel key={tab.key} value={tab.key} className={styles.panel}>
            {tab.key === value && (typeof tab.content === 'function' ? tab.content() : tab.content)}
          </LibraryTabs.Panel>
        ))}
      </LibraryTabs>
    </Kit>
  )
}

const edge = 24

/** Where a narrow screen cannot hold all tabs, the chosen one stands in sight, also for who came by an address. The page itself does not scroll. */
function showChosen(list: HTMLDivElement | null) {
  const tab = list?.querySelector<HTMLElement>('[aria-selected=true]')
  if (!list || !tab) return
  const [room, place] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  // At the edge it would stand under the shade that says that there is more.
  if (place.left >= room.left + edge && place.right <= room.right - edge) return
  list.scrollLeft += place.left + place.width / 2 - (room.left + room.width / 2)
}
