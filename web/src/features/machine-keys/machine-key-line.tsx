import type { MachineKey, RightName } from '@regie/contract/machine-keys.ts'
import { formatDate, formatMoment } from '../../locales/format.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Line, LineNote } from '../../ui/line-list.tsx'

const looks = {
  works: { tone: 'success', icon: 'check' },
  revoked: { tone: 'neutral', icon: 'ban' },
  expired: { tone: 'warning', icon: 'clock' },
  makerGone: { tone: 'error', icon: 'error' },
} as const

type MachineKeyLineProps = { machineKey: MachineKey; rightNames: readonly RightName[]; onAsk: (kind: 'change' | 'revoke') => void }

/** One key: whether it works, what it may do, from where, and its last use. */
export function MachineKeyLine({ machineKey, rightNames, onAsk }: MachineKeyLineProps) {
  const t = useText()
  const locale = useLocale()
  const { name, prefix, state, rights, lostRights, addresses, expiresAt, madeAt, madeBy } = machineKey
  const { lastUsedAt, lastUsedFrom, refusedAt, refusedFrom, revokedAt, revokedBy } = machineKey
  const wordsOf = (codes: readonly number[]) =>
    codes.map((code) => rightNames.find((right) => right.code === code)?.name[locale] ?? String(code)).join(', ')
  const isRevoked = revokedAt !== null
  return (
    <Line
      name={name}
      badges={<Badge {...looks[state]}>{t(`machineKeys.states.${state}`)}</Badge>}
      actions={
        isRevoked ? null : (
          <>
            {(['change', 'revoke'] as const).map((kind) => (
              <Button key={kind} onPress={() => onAsk(kind)}>
                {t(`machineKeys.${kind}`)}
                <span className="visually-hidden">: {name}</span>
              </Button>
            ))}
          </>
        )
      }
    >
      <LineNote>{t('machineKeys.mayDo', { rights: wordsOf(rights) })}</LineNote>
      {lostRights.length > 0 && <LineNote>{t('machineKeys.lost', { name: madeBy, rights: wordsOf(lostRights) })}</LineNote>}
      {state === 'makerGone' && <LineNote>{t('machineKeys.makerGone', { name: madeBy })}</LineNote>}
      <LineNote>
        {addresses.length === 0 ? t('machineKeys.fromAnywhere') : t('machineKeys.onlyFrom', { addresses: addresses.join(', ') })}
      </LineNote>
      <LineNote>
        {lastUsedAt === null
          ? t('machineKeys.neverUsed')
          : t('machineKeys.lastUsed', { moment: formatMoment(lastUsedAt), address: lastUsedFrom ?? '–' })}
        {refusedAt !== null && ` · ${t('machineKeys.refused', { moment: formatMoment(refusedAt), address: refusedFrom ?? '–' })}`}
      </LineNote>
      <LineNote>
        {isRevoked
          ? t('machineKeys.revokedAt', { moment: formatMoment(revokedAt), name: revokedBy ?? '–' })
          : t('machineKeys.until', { day: formatDate(expiresAt) })}
        {` · ${t('machineKeys.made', { day: formatDate(madeAt), name: madeBy, prefix })}`}
      </LineNote>
    </Line>
  )
}
