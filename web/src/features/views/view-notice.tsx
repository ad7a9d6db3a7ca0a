import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { OpenView } from './use-open-view.ts'

/** What an old view asks that the list does not know any more, or that the view itself is gone. */
export function ViewNotice({ view }: { view: OpenView }) {
  const t = useText()
  if (view.isGone)
    return (
      <Notice tone="warning" icon="alert" action={<Button onPress={() => view.open(null)}>{t('views.all')}</Button>}>
        {t('views.gone')}
      </Notice>
    )
  if (view.unknown === null) return null
  const { values, columns } = view.unknown
  const words = [...values.map((value) => `“${value}”`), ...(columns > 0 ? [t('views.unknownColumns', { count: columns })] : [])]
  return (
    <Notice tone="warning" icon="alert">
      {t('views.unknown', { values: words.join(', ') })}
    </Notice>
  )
}
