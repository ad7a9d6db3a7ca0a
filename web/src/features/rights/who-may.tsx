import type { RightObject } from '@regie/contract/rights.ts'
import { useId, useState } from 'react'
import { paths } from '../../paths.ts'
import { groupName } from '../../locales/group-name.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { isFound, useWho } from './rights-data.ts'
import styles from './rights.module.css'

/** Wie mag dit? A right by a few letters or its code, and who holds it by which groups. */
export function WhoMay({ objects, customerID }: { objects: readonly RightObject[]; customerID: number | null }) {
  const t = useText()
  const locale = useLocale()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<RightObject | null>(null)
  const words = typed.trim().toLowerCase()
  const found = words === '' ? [] : objects.filter((object) => isFound(object, words, locale))
  return (
    <div className={styles.who}>
      <TextInput
        label={t('rights.whoLabel')}
        help={t('rights.whoHelp')}
        type="search"
        icon={<Icon name="search" size={16} />}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setChosen(null)
        }}
      />
      <ul id={listId} className={styles.found} aria-label={t('rights.right')}>
        {(chosen === null ? found.slice(0, 12) : [chosen]).map((object) => (
          <li key={object.id}>
            <button type="button" aria-pressed={chosen === object} onClick={() => setChosen(object)}>
              <code>{object.code}</code> {object.name[locale]}
            </button>
          </li>
        ))}
      </ul>
      {words !== '' && found.length === 0 && <p role="status">{t('rights.nothingFound')}</p>}
      {chosen !== null && <People code={chosen.code} customerID={customerID} />}
    </div>
  )
}

function People({ code, customerID }: { code: number; customerID: number | null }) {
  const t = useText()
  const who = useWho(code, customerID)
  if (!who.data) return <NotLoaded query={who} lines={4} />
  if (who.data.length === 0) return <EmptyState icon="users" title={t('rights.nobody')} text={t('rights.nobodyText')} />
  return (
    <div className={styles.scroll}>
      <table className={styles.people}>
        <caption>{t('rights.people', { count: who.data.length })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('users.user')}</th>
            <th scope="col">{t('rights.byGroups')}</th>
          </tr>
        </thead>
        <tbody>
          {who.data.map(({ userID, username, name, locked, groups }) => (
            <tr key={userID}>
              <th scope="row">
                <AppLink to={paths.users({ user: userID })}>{name === '' ? username : `${name} (${username})`}</AppLink>{' '}
                {locked && (
                  <Badge tone="error" icon="lock">
                    {t('users.states.locked')}
                  </Badge>
                )}
              </th>
              <td>{groups.map(groupName).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
