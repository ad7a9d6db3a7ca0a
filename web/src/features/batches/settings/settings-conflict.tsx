import { BatchRow } from '@regie/contract/batches.ts'
import { ApiFailure } from '../../../api/api-failure.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { KeyValueList } from '../../../ui/key-value-list.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** The batch as a colleague left it, when that is why a change was refused. */
export function currentOf(refusal: unknown): BatchRow | null {
  if (!(refusal instanceof ApiFailure) || refusal.code !== 'error.conflict') return null
  return BatchRow.safeParse(refusal.current).data ?? null
}

/** Somebody was first: what he made of it, to take over; saving again keeps one's own. */
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
  return (
    <Notice
      tone="warning"
      isAlert
      title={t('batches.settings.conflict')}
      action={<Button onPress={onTake}>{t('batches.settings.take')}</Button>}
    >
      <KeyValueList items={items} />
      {t('batches.settings.orSave')}
    </Notice>
  )
}
