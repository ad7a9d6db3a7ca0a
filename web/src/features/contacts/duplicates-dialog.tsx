import type { Contact } from '@regie/contract/contact.ts'
import type { Duplicates } from '@regie/contract/contacts.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ChoiceInput } from '../../ui/toggles.tsx'
import { contactName, useDuplicates, useMerge } from './contacts-data.ts'
import styles from './contacts.module.css'

/** Contacts that may be the same person, each pair with the one that is kept. */
export function DuplicatesDialog({ customerID, onClose }: { customerID: number; onClose: () => void }) {
  const t = useText()
  const found = useDuplicates(customerID)
  return (
    <Dialog isOpen size="wide" title={t('contacts.duplicates.title')} onClose={onClose}>
      <Loaded query={found} lines={6}>
        {(groups) =>
          groups.length === 0 ? (
            <EmptyState icon="check" title={t('contacts.duplicates.none')} text={t('contacts.duplicates.noneText')} />
          ) : (
            <div className={styles.fields}>
              <p>{t('contacts.duplicates.text')}</p>
              <ul className={styles.pairs}>
                {groups.map((group) => (
                  <Group key={group.contacts.map(({ contactID }) => contactID).join()} customerID={customerID} group={group} />
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
    </Dialog>
  )
}

/** Who signs in is kept; else the one of which most is known. */
const keptFirst = (contacts: readonly Contact[]) =>
  contacts.toSorted((one, other) => Number(one.userID === null) - Number(other.userID === null) || knownOf(other) - knownOf(one))

const knownOf = (contact: Contact) => Object.values(contact).filter((value) => value !== '' && value !== null).length

function Group({ customerID, group: { by, contacts } }: { customerID: number; group: Duplicates }) {
  const t = useText()
  const merge = useMerge()
  const [keptID, setKept] = useState(() => String(keptFirst(contacts)[0]?.contactID ?? ''))
  const others = contacts.filter(({ contactID }) => String(contactID) !== keptID)
  const [drop] = others.filter(({ userID }) => userID === null)
  async function join() {
    if (drop === undefined) return
    const kept = await merge.mutateAsync({ body: { customerID, keepID: Number(keptID), dropID: drop.contactID } }).catch(() => null)
    if (kept !== null) notify(t('contacts.duplicates.done', { name: contactName(kept) }))
  }
  return (
    <li className={styles.pair}>
      <ChoiceInput
        label={t(`contacts.duplicates.${by}`)}
        value={keptID}
        onChange={setKept}
        options={contacts.map((contact) => ({
          value: String(contact.contactID),
          label: contactName(contact) || contact.email,
          help: [
            contact.email,
            contact.mobile,
            contact.phone,
            contact.department,
            contact.userID === null ? '' : t('contacts.states.login'),
          ]
            .filter((part) => part !== '')
            .join(' · '),
        }))}
      />
      {merge.error !== null && <FailureText failure={merge.error} />}
      <div>
        <Can right={Right.removeContacts}>
          {(reason) => (
            <Button
              isBusy={merge.isPending}
              reason={reason ?? (drop === undefined ? errorText('contact.twoLogins') : undefined)}
              onPress={() => void join()}
            >
              {t('contacts.duplicates.merge')}
            </Button>
          )}
        </Can>
      </div>
    </li>
  )
}
