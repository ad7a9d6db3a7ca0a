import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from '../cases.module.css'

type RecentSearchesProps = { recent: readonly string[]; onChoose: (q: string) => void; onClear: () => void }

export function RecentSearches({ recent, onChoose, onClear }: RecentSearchesProps) {
  const t = useText()
  if (recent.length === 0) return null
  return (
    <div className={styles.recent} role="group" aria-label={t('cases.search.recent')}>
      {recent.map((q) => (
        <Button key={q} icon={<Icon name="history" size={16} />} onPress={() => onChoose(q)}>
          {q}
        </Button>
      ))}
      <Button kind="quiet" onPress={onClear}>
        {t('cases.search.clearRecent')}
      </Button>
    </div>
  )
}
