import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useBatchChoices } from './messages-data.ts'

export type Who = { ticked: string; batch: string; view: string; status: string }
type WhoFormProps = {
  customerID: number
  who: Who
  /** Rows that were ticked in a list; null: none. */
  ticked: number | null
  views: readonly { viewID: number; name: string }[]
  onChange: (changed: Partial<Who>) => void
}

/** To which cases: those ticked in a list, or a batch, a view and a state. */
export function WhoForm({ customerID, who, ticked, views, onChange }: WhoFormProps) {
  const t = useText()
  const batches = useBatchChoices(customerID)
  if (who.ticked !== '' && ticked !== null)
    return (
      <Stack>
        <p>
          <strong>{t('massMessages.who.ticked', { count: ticked, total: formatNumber(ticked) })}</strong>
        </p>
        <div>
          <Button onPress={() => onChange({ ticked: '' })}>{t('massMessages.who.others')}</Button>
        </div>
      </Stack>
    )
  return (
    <Stack>
      <SearchSelect
        label={t('massMessages.who.batch')}
        value={who.batch}
        onChange={(batch) => onChange({ batch })}
        options={[
          { value: '', label: t('massMessages.who.everyBatch') },
          ...batches.map(({ batchID, name }) => ({ value: String(batchID), label: name })),
        ]}
      />
      <SelectInput
        label={t('cases.columns.status')}
        value={who.status}
        onChange={(status) => onChange({ status })}
        options={[
          { value: '', label: t('cases.statuses.open') },
          { value: 'paused', label: t('cases.statuses.paused') },
          { value: 'all', label: t('massMessages.who.everyStatus') },
        ]}
      />
      {views.length > 0 && (
        <SearchSelect
          label={t('massMessages.who.view')}
          value={who.view}
          onChange={(view) => onChange({ view })}
          options={[
            { value: '', label: t('massMessages.who.noView') },
            ...views.map(({ viewID, name }) => ({ value: String(viewID), label: name })),
          ]}
        />
      )}
      {ticked !== null && (
        <div>
          <Button kind="quiet" onPress={() => onChange({ ticked: '1' })}>
            {t('massMessages.who.backToTicked', { count: ticked, total: formatNumber(ticked) })}
          </Button>
        </div>
      )}
    </Stack>
  )
}
