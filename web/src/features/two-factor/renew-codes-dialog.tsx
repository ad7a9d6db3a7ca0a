import { type Factor, twoFactorApi } from '@regie/contract/two-factor.ts'
import { useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProofForm } from './proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useFactorsChanged } from './two-factor-data.ts'

export function RenewCodesDialog({ methods, onClose }: { methods: readonly Factor[]; onClose: () => void }) {
  const t = useText()
  const refresh = useFactorsChanged()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null)
    return (
      <Dialog isOpen title={t('twoFactor.recovery.title')} onClose={null}>
        <RecoveryCodes codes={codes} verb={t('twoFactor.done')} onKept={onClose} />
      </Dialog>
    )
  return (
    <Dialog isOpen title={t('twoFactor.recovery.renew')} onClose={onClose}>
      <ProofForm
        methods={methods}
        verb={t('twoFactor.recovery.renewVerb')}
        onProof={async (body) => {
          const answer = await callApi(twoFactorApi.renewRecoveryCodes, { body })
          void refresh()
          setCodes(answer.recoveryCodes)
        }}
        onClose={onClose}
      >
        <p>{t('twoFactor.recovery.renewText')}</p>
      </ProofForm>
    </Dialog>
  )
}
