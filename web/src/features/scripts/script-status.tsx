import type { ScriptRow } from '@regie/contract/script-settings.ts'
import { formatMoment } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'

/** On or off; a script that is off starts nothing. */
export function ActiveBadge({ isActive }: { isActive: boolean }) {
  const t = useText()
  return isActive ? (
    <Badge tone="success" icon="play">
      {t('scripts.active.on')}
    </Badge>
  ) : (
    <Badge tone="neutral" icon="pause">
      {t('scripts.active.off')}
    </Badge>
  )
}

/** May it work at this moment by its hours and the law, and if not, when again. */
export function OpeningCell({ script: { active, openNow, nextAt } }: { script: ScriptRow }) {
  const t = useText()
  if (!active) return '–'
  if (openNow)
    return (
      <Badge tone="success" icon="clock">
        {t('scripts.opening.open')}
      </Badge>
    )
  return (
    <Badge tone="neutral" icon="clock">
      {nextAt === null ? t('scripts.opening.never') : t('scripts.opening.from', { moment: formatMoment(nextAt) })}
    </Badge>
  )
}
