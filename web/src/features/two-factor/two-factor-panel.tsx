import { type Factor, type FactorType, factorTypes } from '@regie/contract/two-factor.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { AddFactorDialog } from './add-factor-dialog.tsx'
import { FactorRow } from './factor-row.tsx'
import { factorIcons } from './factor-types.ts'
import { RemoveFactorDialog } from './remove-factor-dialog.tsx'
import { RenewCodesDialog } from './renew-codes-dialog.tsx'
import styles from './two-factor.module.css'
import { mayMakePasskeys, useFactors } from './two-factor-data.ts'
import { Stack } from '../../ui/stack.tsx'

// From here on somebody should make new ones while they still can.
const fewCodes = 2

/** The second factors of one's account: those there are, adding and removing, and the recovery codes. */
export function TwoFactorPanel() {
  const t = useText()
  const factors = useFactors()
  const [adding, setAdding] = useState<FactorType | null>(null)
  const [removing, setRemoving] = useState<Factor | null>(null)
  const [isRenewing, setRenewing] = useState(false)
  const found = factors.data
  const methods = found?.methods ?? []
  const addItems = factorTypes
    .filter((type) => type === 'passkey' || !methods.some((method) => method.type === type))
    .map((type) => ({
      key: type,
      label: t(`twoFactor.type.${type}`),
      icon: factorIcons[type],
      onPress: () => setAdding(type),
      reason: type === 'passkey' && !mayMakePasskeys() ? t('twoFactor.noPasskeys') : undefined,
    }))
  const add = (
    <Menu
      label={t('twoFactor.add')}
      items={addItems}
      trigger={
        <Button kind="quiet" icon={<Icon name="plus" size={16} />}>
          {t('twoFactor.add')}
        </Button>
      }
    />
  )
  return (
    <Panel title={t('twoFactor.title')} actions={found === undefined ? undefined : add}>
      {factors.data === undefined && <NotLoaded query={factors} lines={3} />}
      {found !== undefined && (
        <Stack>
          <div className={styles.actions}>
            {methods.length === 0 ? (
              <Badge tone="warning" icon="alert">
                {t('twoFactor.off')}
              </Badge>
            ) : (
              <Badge tone="success" icon="shield">
                {t('twoFactor.on')}
              </Badge>
            )}
            {found.enforced && (
              <Badge tone="info" icon="building">
                {t('twoFactor.enforced')}
              </Badge>
            )}
          </div>
          {methods.length === 0 && <p className={styles.soft}>{t('twoFactor.intro')}</p>}
          {methods.length > 0 && (
            <>
              <ul className={styles.factors}>
                {methods.map((factor) => (
                  <FactorRow key={`${factor.type} ${factor.passkeyID ?? ''}`} factor={factor} onRemove={() => setRemoving(factor)} />
                ))}
              </ul>
              <RecoveryLeft count={found.recoveryLeft} onRenew={() => setRenewing(true)} />
            </>
          )}
        </Stack>
      )}
      {adding !== null && <AddFactorDialog type={adding} onClose={() => setAdding(null)} />}
      {removing !== null && <RemoveFactorDialog factor={removing} methods={methods} onClose={() => setRemoving(null)} />}
      {isRenewing && <RenewCodesDialog methods={methods} onClose={() => setRenewing(false)} />}
    </Panel>
  )
}

function RecoveryLeft({ count, onRenew }: { count: number; onRenew: () => void }) {
  const t = useText()
  const renew = <Button onPress={onRenew}>{t('twoFactor.recovery.renew')}</Button>
  if (count <= fewCodes)
    return (
      <Notice tone="warning" icon="alert" title={t('twoFactor.recovery.left', { count })} action={renew}>
        {t('twoFactor.recovery.few')}
      </Notice>
    )
  return (
    <div className={styles.left}>
      <span>{t('twoFactor.recovery.left', { count })}</span>
      {renew}
    </div>
  )
}
