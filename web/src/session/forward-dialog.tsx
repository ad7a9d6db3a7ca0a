import { caseApi } from '@regie/contract/cases.ts'
import { forwardApi, forwardNoteMax, type ForwardRecipients } from '@regie/contract/forwards.ts'
import { inboxApi } from '@regie/contract/inbox.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiFailure } from '../api/api-failure.ts'
import { useApi, useApiChange } from '../api/use-api.ts'
import { errorText } from '../locales/error-text.ts'
import { useText } from '../locales/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureText } from '../ui/failure-text.tsx'
import { TextAreaInput } from '../ui/inputs.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { SearchSelect } from '../ui/search-select/search-select.tsx'
import { ForwardAddressesDialog } from './forward-addresses.tsx'
import styles from './forward-mail.module.css'
import { ForwardedContent } from './forwarded-content.tsx'
import { notify } from './notification.tsx'
import { useMayCall } from './use-right.ts'

type DialogProps = { incomingID: number; onClose: () => void }

/** Who a received e-mail goes to, with what words above it, and what of it goes along. */
export function ForwardDialog({ incomingID, onClose }: DialogProps) {
  const t = useText()
  const query = useApi(forwardApi.recipients, { params: { incomingID } })
  const send = useApiChange(forwardApi.send, { refresh: [caseApi.timeline, inboxApi.get] })
  const [to, setTo] = useState('')
  const [note, setNote] = useState('')
  const [isManaging, setManaging] = useState(false)
  const formId = useId()
  // One forward, however often it is pressed or repeated.
  const [key] = useState(() => crypto.randomUUID())
  const mayManage = useMayCall(forwardApi.changeAddresses)
  const name = query.data === undefined ? '' : nameOf(query.data, to)
  const submit = () => {
    if (to === '' || send.isPending) return
    send.mutate(
      { params: { incomingID }, body: { key, note, ...receiverOf(to) } },
      {
        onSuccess: () => {
          notify(t('outreach.forward.done', { name }))
          onClose()
        },
      },
    )
  }
  const choose = (chosen: string) => {
    setTo(chosen)
    // What was refused was about somebody else.
    send.reset()
  }
  const { atReceiver, atNote, elsewhere } = faultsOf(send.error)
  if (isManaging && query.data) return <ForwardAddressesDialog customerID={query.data.customerID} onClose={() => setManaging(false)} />
  return (
    <Dialog
      isOpen
      title={t('outreach.forward.title')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button
            kind="main"
            type="submit"
            form={formId}
            isBusy={send.isPending}
            reason={to === '' ? t('outreach.forward.choose') : undefined}
          >
            {t('outreach.forward.verb')}
          </Button>
        </>
      }
    >
      <Loaded query={query} lines={3}>
        {(recipients) => (
          <form
            id={formId}
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault()
              submit()
            }}
          >
            <ReceiverInput recipients={recipients} value={to} error={atReceiver} onChange={choose} />
            {recipients.addresses.length === 0 && <p className={styles.help}>{t('outreach.forward.noAddresses')}</p>}
            {mayManage && (
              <div>
                <Button kind="quiet" onPress={() => setManaging(true)}>
                  {t('outreach.forward.manage')}
                </Button>
              </div>
            )}
            <TextAreaInput
              label={t('outreach.forward.note')}
              help={t('outreach.forward.noteHelp')}
              rows={3}
              maxLength={forwardNoteMax}
              value={note}
              onChange={setNote}
              error={atNote}
            />
            <ForwardedContent incomingID={incomingID} receiver={receiverOf(to)} name={name} />
            <p className={styles.help}>{t('outreach.forward.help')}</p>
            {elsewhere !== null && <FailureText failure={elsewhere} />}
          </form>
        )}
      </Loaded>
    </Dialog>
  )
}

type ReceiverProps = { recipients: ForwardRecipients; value: string; error: string | undefined; onChange: (to: string) => void }

/** A colleague or an address of the list, found by typing; the first thing to say, so the question begins there. */
function ReceiverInput({ recipients: { colleagues, addresses }, value, error, onChange }: ReceiverProps) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector<HTMLElement>('[role=combobox]')?.focus(), [])
  return (
    <div ref={place}>
      <SearchSelect
        label={t('outreach.forward.to')}
        isRequired
        isSearched
        placeholder={t('outreach.forward.choose')}
        value={value}
        onChange={onChange}
        error={error}
        options={[
          ...colleagues.map(({ userID, name }) => ({ value: `user:${userID}`, label: name })),
          ...addresses.map((address) => ({ value: `address:${address}`, label: t('outreach.forward.outside', { address }) })),
        ]}
      />
    </div>
  )
}

function receiverOf(to: string): { userID?: number; address?: string } {
  if (to === '') return {}
  return to.startsWith('user:') ? { userID: Number(to.slice(5)) } : { address: to.slice(8) }
}

const nameOf = ({ colleagues }: ForwardRecipients, to: string): string => {
  const { userID, address } = receiverOf(to)
  return address ?? colleagues.find((one) => one.userID === userID)?.name ?? ''
}

/** A refusal stands at what it is about. */
function faultsOf(failure: Error | null) {
  const field = failure instanceof ApiFailure ? failure.field : undefined
  const words = failure instanceof ApiFailure ? errorText(failure.code, failure.params) : undefined
  if (field === 'userID' || field === 'address') return { atReceiver: words, atNote: undefined, elsewhere: null }
  if (field === 'note') return { atReceiver: undefined, atNote: words, elsewhere: null }
  return { atReceiver: undefined, atNote: undefined, elsewhere: failure }
}
