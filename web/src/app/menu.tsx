import { useRouterState } from '@tanstack/react-router'
import { pathTo } from '../paths.ts'
import { useText } from '../locales/i18n.tsx'
import { changeSettings } from '../session/settings.ts'
import { useSession } from '../session/use-session.ts'
import { AppLink } from '../ui/app-link.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './menu.module.css'
import { entryAt, menuGroups, openScreens, type MenuScreen } from './screen-table.ts'

/** The screens that one may open, in groups. Collapses to icons; that choice is kept on the server. */
export function Menu({ isSmall, isOpenOnPhone }: { isSmall: boolean; isOpenOnPhone: boolean }) {
  const t = useText()
  const { rights, settings } = useSession()
  const screens = openScreens(rights)
  const toggleLabel = settings.smallMenuToggle ? t('menu.widen') : t('menu.narrow')
  return (
    <nav className={styles.menu} data-small={isSmall || undefined} data-open={isOpenOnPhone || undefined} aria-label={t('menu.label')}>
      <div className={styles.groups}>
        {menuGroups.map((group) => {
          const entries = screens.filter((screen) => screen.menu.group === group)
          return entries.length === 0 ? null : (
            <MenuGroup key={group} title={t(`menu.groups.${group}`)} entries={entries} isSmall={isSmall} />
          )
        })}
      </div>
      <button
        type="button"
        className={styles.toggle}
        title={toggleLabel}
        aria-label={toggleLabel}
        onClick={() => changeSettings({ smallMenuToggle: !settings.smallMenuToggle })}
      >
        <Icon name={settings.smallMenuToggle ? 'chevronRight' : 'chevronLeft'} />
        {!isSmall && <span>{toggleLabel}</span>}
      </button>
    </nav>
  )
}

function MenuGroup({ title, entries, isSmall }: { title: string; entries: readonly MenuScreen[]; isSmall: boolean }) {
  const t = useText()
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <section aria-label={title}>
      {!isSmall && <h2 className={styles.title}>{title}</h2>}
      <ul className={styles.list}>
        {entries.map((screen) => {
          const name = t(`menu.screens.${screen.name}`)
          return (
            <li key={screen.name}>
              <AppLink
                to={pathTo(screen.name)}
                className={styles.entry}
                isCurrent={screen === entryAt(path)}
                title={isSmall ? name : undefined}
                label={isSmall ? name : undefined}
              >
                <Icon name={screen.menu.icon} />
                {!isSmall && <span>{name}</span>}
              </AppLink>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
