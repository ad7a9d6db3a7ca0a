import { type Factor, twoFactorApi } from '@regie/contract/two-factor.ts'
import { callApi } from '../../api/call-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { namesOf } from './factor-row.tsx'
import { type Proof, ProofForm } from './proof-form.tsx'
import { useFactorsChanged } from './two-factor-data.ts'

type RemoveFactorDialogProps = { factor: Factor; methods: readonly Factor[]; onClose: () => void }

export function RemoveFactorDialog({ factor, methods, onClose }: RemoveFactorDialogProps) {
  const t = useText()
  const refresh = useFactorsChanged()
  const type = namesOf(factor, t(`twoFactor.type.${factor.type}`))
  const remove = async (proof: Proof) => {
    const body = { type: factor.type, ...(factor.passkeyID !== undefined && { passkeyID: factor.passkeyID }), ...proof }
    await callApi(twoFactorApi.remove, { body })
    void refresh()
    notify(t('twoFactor.removed', { type }))
    onClose()
  }
  return (
    <Dialog isOpen title={t('twoFactor.removeNamed', { type })} onClose={onClose}>
      <ProofForm methods={methods} verb={t('twoFactor.remove')} isDanger onProof={remove} onClose={onClose}>
        <p>{t('twoFactor.removeText', { target: factor.target === '' ? type : factor.target })}</p>
      </ProofForm>
    </Dialog>
  )
}
