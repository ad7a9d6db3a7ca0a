import type * as z from 'zod/mini'
import { ApiFailure } from '../../api/api-failure.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { KeyValueList } from '../../ui/key-value-list.tsx'
import { Notice } from '../../ui/notice.tsx'

/** What a colleague left, when that is why a change was refused; null for any other refusal. */
export function currentOf<Schema extends z.ZodMiniType>(refusal: unknown, schema: Schema): z.output<Schema> | null {
  if (!(refusal instanceof ApiFailure) || refusal.code !== 'error.conflict') return null
  return schema.safeParse(refusal.current).data ?? null
}

type ConflictNoticeProps = { items: readonly { key: string; label: string; value: string }[]; onTake: () => void }

/** Somebody was first: what he made of it, to take over; saving again keeps one's own. */
export function ConflictNotice({ items, onTake }: ConflictNoticeProps) {
  const t = useText()
  return (
    <Notice
      tone="warning"
      isAlert
      title={t('scripts.conflict.title')}
      action={<Button onPress={onTake}>{t('scripts.conflict.take')}</Button>}
    >
      <KeyValueList items={items} />
      {t('scripts.conflict.orSave')}
    </Notice>
  )
}
