import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

/** In place of rows where filters leave none. */
export function NoneFiltered({ onClear }: { onClear: () => void }) {
  const t = useText()
  return (
    <EmptyState icon="search" title={t('cases.filters.nothing')} action={<Button onPress={onClear}>{t('cases.filters.clear')}</Button>} />
  )
}
