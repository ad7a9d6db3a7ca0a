import type { FactorType } from '@regie/contract/two-factor.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpFactor } from './set-up-factor.tsx'
import { useFactorsChanged } from './two-factor-data.ts'

/** Adds a factor; when it is the first, its recovery codes follow and the dialog stays until they are kept. */
export function AddFactorDialog({ type, onClose }: { type: FactorType; onClose: () => void }) {
  const t = useText()
  const refresh = useFactorsChanged()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const name = t(`twoFactor.type.${type}`)
  const finish = (recoveryCodes: readonly string[] | null) => {
    void refresh()
    notify(t('twoFactor.added', { type: name }))
    if (recoveryCodes === null) onClose()
    else setCodes(recoveryCodes)
  }
  if (codes !== null)
    return (
      <Dialog isOpen title={t('twoFactor.recovery.title')} onClose={null}>
        <RecoveryCodes codes={codes} verb={t('twoFactor.done')} onKept={onClose} />
      </Dialog>
    )
  return (
    <Dialog isOpen title={t('twoFactor.addTitle', { type: name })} onClose={onClose}>
      <SetUpFactor type={type} asksPassword onDone={finish} />
    </Dialog>
  )
}
