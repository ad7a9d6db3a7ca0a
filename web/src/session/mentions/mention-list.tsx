import { useText } from '../../locales/i18n.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './mention-list.module.css'

type MentionListProps = {
  colleagues: readonly { userID: number; name: string; username: string }[]
  current: number
  onChoose: (username: string) => void
}

/** Who may be meant by what is typed after @: the arrows choose, Enter or Tab takes. */
export function MentionList({ colleagues, current, onChoose }: MentionListProps) {
  const t = useText()
  return (
    <div role="listbox" aria-label={t('ui.mention')} className={styles.mentions}>
      {colleagues.map(({ userID, name, username }, at) => (
        <button
          key={userID}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={at === current}
          // The cursor stays in the text.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(username)}
        >
          <Icon name="user" size={16} />
          {name}
          <span>@{username}</span>
        </button>
      ))}
    </div>
  )
}
