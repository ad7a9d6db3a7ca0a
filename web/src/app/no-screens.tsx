import { useText } from '../locales/i18n.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Somebody without a right to any screen. */
export function NoScreens() {
  const t = useText()
  return <EmptyState icon="lock" title={t('app.noScreens.title')} text={t('app.noScreens.text')} />
}
