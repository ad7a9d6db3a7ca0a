import { holdsRight } from '@regie/contract/right-codes.ts'
import type { RightGroup } from '@regie/contract/rights.ts'
import { groupName } from '../../locales/group-name.ts'
import { useText } from '../../locales/i18n.tsx'
import { useKeptGroup } from '../../session/kept-filters.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './rights.module.css'

/** A screen as the menu shows it; the app gives the list, in the order in which somebody lands. */
export type SeenScreen = { key: string; label: string; group: string; icon: IconName; rights: readonly number[] }

type ViewAsProps = {
  customerID: number | null
  groups: readonly RightGroup[]
  screens: readonly SeenScreen[] /** The menu's groups, in its order. */
  parts: readonly string[]
}

/** The menu as a member of a group, and of no other, would see it. Only a picture: nobody's rights change. */
export function ViewAs({ customerID, groups, screens, parts }: ViewAsProps) {
  const t = useText()
  const { group: chosen, onGroup } = useKeptGroup(customerID)
  const group = groups.find(({ id }) => id === chosen)
  const mayOpen = (screen: SeenScreen) => group !== undefined && (group.everyRight || holdsRight(group.codes, screen.rights))
  const first = screens.find(mayOpen)
  return (
    <div className={styles.who}>
      <SearchSelect
        label={t('rights.viewAsLabel')}
        value={group === undefined ? '' : String(group.id)}
        onChange={(id) => onGroup(id === '' ? null : Number(id))}
        options={[
          { value: '', label: t('rights.chooseGroup') },
          ...groups.map(({ id, name }) => ({ value: String(id), label: groupName(name) })),
        ]}
      />
      {group !== undefined && (
        <>
          <Notice icon="eye">{t('rights.viewAsHelp', { group: groupName(group.name) })}</Notice>
          {first === undefined ? <p>{t('rights.seesNothing')}</p> : <p>{t('rights.startsAt', { screen: first.label })}</p>}
          <nav className={styles.seen} aria-label={t('rights.seenMenu', { group: groupName(group.name) })}>
            {parts.map((part) => (
              <section key={part} aria-label={part}>
                <h3>{part}</h3>
                <ul>
                  {screens
                    .filter((screen) => screen.group === part)
                    .map((screen) => (
                      <li key={screen.key} data-open={mayOpen(screen) || undefined}>
                        <Icon name={mayOpen(screen) ? screen.icon : 'lock'} size={16} />
                        <span>{screen.label}</span>
                        {!mayOpen(screen) && <small>{t('rights.notSeen')}</small>}
                      </li>
                    ))}
                </ul>
              </section>
            ))}
          </nav>
        </>
      )}
    </div>
  )
}
