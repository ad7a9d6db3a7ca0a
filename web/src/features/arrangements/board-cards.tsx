import type { ReactNode } from 'react'
import type { AppPath } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import type { RowAction, TableRows } from '../../ui/data-table.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './boards.module.css'

type BoardCardsProps<Row> = {
  label: string
  list: TableRows<Row>
  keyOf: (row: Row) => string
  cardOf: (row: Row) => BoardCard
  empty: ReactNode
}

/** Whose case it is and the way there, how it stands, what it is about, the small facts beneath it, and what one may do. */
type BoardCard = { to: AppPath; name: string; state: ReactNode; about: string; facts: ReactNode; actions?: readonly RowAction[] }

/** A board on a phone: one card for each row, with all that a row of the table says and its actions in sight. */
export function BoardCards<Row>({ label, list, keyOf, cardOf, empty }: BoardCardsProps<Row>) {
  if (list.rows.length === 0) {
    if (list.failure !== null) return <ErrorState failure={list.failure} onRetry={list.retry} />
    return list.isLoading ? <Skeleton lines={6} /> : empty
  }
  return (
    <ul className={styles.cards} aria-label={label}>
      {list.rows.map((row) => {
        const { to, name, state, about, facts, actions = [] } = cardOf(row)
        return (
          <li key={keyOf(row)} className={styles.card}>
            <div className={styles.cardHead}>
              <AppLink to={to}>{name}</AppLink>
              {state}
            </div>
            {about !== '' && <p className={styles.about}>{about}</p>}
            <p className={styles.facts}>{facts}</p>
            {actions.length > 0 && (
              <div className={styles.cardActions}>
                {actions.map(({ key, label: word, icon, reason, onPress }) => (
                  <Button key={key} shape="tile" icon={<Icon name={icon} size={16} />} reason={reason} onPress={onPress}>
                    {word}
                  </Button>
                ))}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
