import { type ForwardAddresses, forwardApi } from '@regie/contract/forwards.ts'
import { useState } from 'react'
import { useApi, useApiChange } from '../api/use-api.ts'
import { useText } from '../locales/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureText } from '../ui/failure-text.tsx'
import { TextAreaInput } from '../ui/inputs.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { notify } from './notification.tsx'

type DialogProps = { customerID: number; onClose: () => void }

/** The addresses of a customer to which its e-mails may be forwarded beside its own staff. */
export function ForwardAddressesDialog({ customerID, onClose }: DialogProps) {
  return (
    <Loaded query={useApi(forwardApi.addresses, { params: { customerID } }, { staleMs: 0 })} lines={3}>
      {(found) => <AddressesForm key={found.version} found={found} onClose={onClose} />}
    </Loaded>
  )
}

function AddressesForm({ found: { customerID, addresses, version }, onClose }: { found: ForwardAddresses; onClose: () => void }) {
  const t = useText()
  const save = useApiChange(forwardApi.changeAddresses, { refresh: [forwardApi.addresses, forwardApi.recipients] })
  const [written, setWritten] = useState(addresses.join('\n'))
  const submit = () => {
    const lines = written
      .split(/[\n,;]/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
    save.mutate(
      { params: { customerID }, body: { addresses: lines, version } },
      {
        onSuccess: () => {
          notify(t('outreach.forward.saved'))
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      isOpen
      title={t('outreach.forward.manage')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button kind="main" isBusy={save.isPending} onPress={submit}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <TextAreaInput
        label={t('outreach.forward.addresses')}
        help={t('outreach.forward.addressesHelp')}
        rows={6}
        value={written}
        onChange={setWritten}
      />
      {save.error !== null && <FailureText failure={save.error} />}
    </Dialog>
  )
}
