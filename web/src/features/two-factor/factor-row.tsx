import type { Factor } from '@regie/contract/two-factor.ts'
import { useText } from '../../locales/i18n.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Moment } from '../../ui/moment.tsx'
import { factorIcons } from './factor-types.ts'
import styles from './two-factor.module.css'

export function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const t = useText()
  const type = t(`twoFactor.type.${factor.type}`)
  return (
    <li className={styles.factor}>
      <Icon name={factorIcons[factor.type]} />
      <div className={styles.about}>
        <strong>{type}</strong>
        {factor.target !== '' && <> · {factor.target}</>}
        <small>
          {t('twoFactor.since')} <Moment at={factor.since} /> · {t('twoFactor.lastUsed')}:{' '}
          {factor.lastUsedAt === null ? t('twoFactor.neverUsed') : <Moment at={factor.lastUsedAt} />}
        </small>
      </div>
      <IconButton icon="trash" label={t('twoFactor.removeNamed', { type: namesOf(factor, type) })} onPress={onRemove} />
    </li>
  )
}

/** A passkey goes by its own name, for there may be several. */
export function namesOf(factor: Factor, type: string): string {
  return factor.type === 'passkey' && factor.target !== '' ? `${type} “${factor.target}”` : type
}
