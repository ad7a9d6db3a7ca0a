import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** What was typed before and not sent stands here again. */
export function DraftNotice({ at, onDrop }: { at: string; onDrop: () => void }) {
  const t = useText()
  return (
    <Notice tone="info" icon="history" action={<Button onPress={onDrop}>{t('cases.edit.dropDraft')}</Button>}>
      {t('cases.edit.draft')} <Moment at={at} />
    </Notice>
  )
}
