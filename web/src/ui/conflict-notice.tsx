import type { ReactNode } from 'react'
import { formatMomentFull } from '../locales/format.ts'
import { useText } from '../locales/i18n.tsx'
import { Button } from './button.tsx'
import { KeyValueList } from './key-value-list.tsx'
import { Notice } from './notice.tsx'
import type { LastSave } from './use-versioned-form.ts'

type ConflictNoticeProps = {
  /** Left out: a colleague changed this. */
  title?: string
  items?: readonly { key: string; label: string; value: string }[]
  /** Who saved it and when, where that is known. */
  lastSave?: LastSave
  onTake?: () => void
  /** What changed, in place of the items and of the hint that saving again keeps one's own. */
  children?: ReactNode
}

/** A colleague saved first: what they saved, to take over; saving again keeps one's own. */
export function ConflictNotice({ title, items = [], lastSave, onTake, children }: ConflictNoticeProps) {
  const t = useText()
  return (
    <div ref={bringIntoView}>
      <Notice
        tone="warning"
        isAlert
        title={title ?? t('ui.conflict.title')}
        action={onTake && <Button onPress={onTake}>{t('ui.conflict.take')}</Button>}
      >
        {lastSave && <p>{t('ui.conflict.savedBy', { name: lastSave.by, moment: formatMomentFull(lastSave.at) })}</p>}
        {items.length > 0 && <KeyValueList items={items} />}
        {children ?? t('ui.conflict.orSave')}
      </Notice>
    </div>
  )
}

// Whoever saves a long form is at its end, and the notice stands at its begin.
function bringIntoView(notice: HTMLElement | null) {
  notice?.scrollIntoView({ block: 'center' })
}
