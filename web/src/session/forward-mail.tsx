import { caseApi } from '@regie/contract/cases.ts'
import { forwardApi, forwardNoteMax } from '@regie/contract/forwards.ts'
import { useState } from 'react'
import { useApi, useApiChange } from '../api/use-api.ts'
import { useText } from '../locales/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureText } from '../ui/failure-text.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextAreaInput } from '../ui/inputs.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { SearchSelect } from '../ui/search-select/search-select.tsx'
import { ForwardAddressesDialog } from './forward-addresses.tsx'
import styles from './forward-mail.module.css'
import { notify } from './notification.tsx'
import { useMayCall } from './use-right.ts'

/** Sends a received e-mail on to a colleague, or to an address that the administrator allows. It stands under each e-mail, so who lacks the right does not see it. */
export function ForwardButton({ incomingID }: { incomingID: number }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  if (!useMayCall(forwardApi.send)) return null
  return (
    <>
      <Button kind="quiet" icon={<Icon name="send" size={16} />} onPress={() => setOpen(true)}>
        {t('outreach.forward.verb')}
      </Button>
      {isOpen && <ForwardDialog incomingID={incomingID} onClose={() => setOpen(false)} />}
    </>
  )
}

const toOf = (to: string) => (to.startsWith('user:') ? { userID: Number(to.slice(5)) } : { address: to.slice(8) })

function ForwardDialog({ incomingID, onClose }: { incomingID: number; onClose: () => void }) {
  const t = useText()
  const query = useApi(forwardApi.recipients, { params: { incomingID } })
  const send = useApiChange(forwardApi.send, { refresh: [caseApi.timeline] })
  const [to, setTo] = useState('')
  const [note, setNote] = useState('')
  const [isManaging, setManaging] = useState(false)
  // One forward, however often it is pressed or repeated.
  const [key] = useState(() => crypto.randomUUID())
  const mayManage = useMayCall(forwardApi.changeAddresses)
  const submit = () =>
    send.mutate(
      { params: { incomingID }, body: { key, note, ...toOf(to) } },
      {
        onSuccess: () => {
          notify(t('outreach.forward.done'))
          onClose()
        },
      },
    )
  if (isManaging && query.data) return <ForwardAddressesDialog customerID={query.data.customerID} onClose={() => setManaging(false)} />
  return (
    <Dialog
      isOpen
      title={t('outreach.forward.title')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button kind="main" isBusy={send.isPending} reason={to === '' ? t('outreach.forward.choose') : undefined} onPress={submit}>
            {t('outreach.forward.verb')}
          </Button>
        </>
      }
    >
      <Loaded query={query} lines={3}>
        {({ colleagues, addresses }) => (
          <div className={styles.form}>
            <SearchSelect
              label={t('outreach.forward.to')}
              isRequired
              value={to}
              onChange={setTo}
              options={[
                { value: '', label: t('outreach.forward.choose') },
                ...colleagues.map(({ userID, name }) => ({ value: `user:${userID}`, label: name })),
                ...addresses.map((address) => ({ value: `address:${address}`, label: address })),
              ]}
            />
            {addresses.length === 0 && <p className={styles.help}>{t('outreach.forward.noAddresses')}</p>}
            {mayManage && (
              <div>
                <Button kind="quiet" onPress={() => setManaging(true)}>
                  {t('outreach.forward.manage')}
                </Button>
              </div>
            )}
            <TextAreaInput label={t('outreach.forward.note')} rows={3} maxLength={forwardNoteMax} value={note} onChange={setNote} />
            <p className={styles.help}>{t('outreach.forward.help')}</p>
            {send.error !== null && <FailureText failure={send.error} />}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
