import type { BatchRow } from '@regie/contract/batches.ts'
import { useText } from '../../../locales/i18n.tsx'
import { ConflictNotice } from '../../../ui/conflict-notice.tsx'

/** Somebody was first: what they saved, to take over; saving again keeps one's own. */
export function SettingsConflict({ current, onTake }: { current: BatchRow; onTake: () => void }) {
  const t = useText()
  const items = [
    { key: 'name', label: t('batches.columns.name'), value: current.name },
    { key: 'comments', label: t('batches.columns.comments'), value: current.comments },
    { key: 'priority', label: t('batches.columns.priority'), value: String(current.priority) },
    {
      key: 'lines',
      label: t('batches.columns.lines'),
      value: current.ownLines === null ? t('batches.settings.sharesLines') : String(current.ownLines),
    },
  ]
  return <ConflictNotice items={items} onTake={onTake} />
}
