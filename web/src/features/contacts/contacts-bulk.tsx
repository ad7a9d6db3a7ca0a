import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { failureWords } from '../../ui/failure-text.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useAddMembers, useContactLists, useRemoveMembers, useSetActive } from './contacts-data.ts'
import { NewListDialog } from './list-dialog.tsx'

/** What can be done with several contacts at once: put them on a list, take them off one, say whether they are active. */
export function ContactsBulk({
  customerID,
  contactIDs,
  onDone,
}: {
  customerID: number
  contactIDs: readonly number[]
  onDone: () => void
}) {
  const t = useText()
  const lists = useContactLists(customerID).data ?? []
  const [addMembers, removeMembers, setActive] = [useAddMembers(), useRemoveMembers(), useSetActive()]
  const [isAdding, setAdding] = useState(false)
  const body = { customerID, contactIDs: [...contactIDs] }
  const count = contactIDs.length
  function act(work: Promise<unknown>, text: string) {
    work.then(
      () => {
        notify(text)
        onDone()
      },
      (failure: unknown) => notify(failureWords(failure instanceof ApiFailure ? failure : (failure as Error))),
    )
  }
  const members = new Set(lists.flatMap(({ listID, memberIDs }) => (memberIDs.some((id) => contactIDs.includes(id)) ? [listID] : [])))
  return (
    <Can right={Right.changeContacts}>
      {(reason) =>
        reason !== undefined ? (
          <Button reason={reason}>{t('contacts.bulk.addTo')}</Button>
        ) : (
          <>
            <Menu
              label={t('contacts.bulk.addTo')}
              trigger={<Button>{t('contacts.bulk.addTo')}</Button>}
              items={[
                ...lists.map(({ listID, name }) => ({
                  key: String(listID),
                  label: name,
                  onPress: () => act(addMembers.mutateAsync({ params: { listID }, body }), t('contacts.bulk.added', { count, name })),
                })),
                { key: 'new', label: t('contacts.bulk.newList'), onPress: () => setAdding(true) },
              ]}
            />
            {members.size > 0 && (
              <Menu
                label={t('contacts.bulk.takeOff')}
                trigger={<Button>{t('contacts.bulk.takeOff')}</Button>}
                items={lists
                  .filter(({ listID }) => members.has(listID))
                  .map(({ listID, name }) => ({
                    key: String(listID),
                    label: name,
                    onPress: () =>
                      act(removeMembers.mutateAsync({ params: { listID }, body }), t('contacts.bulk.takenOff', { count, name })),
                  }))}
              />
            )}
            <Menu
              label={t('contacts.bulk.state')}
              trigger={<Button>{t('contacts.bulk.state')}</Button>}
              items={([true, false] as const).map((active) => ({
                key: String(active),
                label: t(active ? 'contacts.bulk.activate' : 'contacts.bulk.deactivate'),
                onPress: () =>
                  act(
                    setActive.mutateAsync({ body: { ...body, active } }),
                    t(active ? 'contacts.bulk.activated' : 'contacts.bulk.deactivated', { count }),
                  ),
              }))}
            />
            {isAdding && <NewListDialog customerID={customerID} memberIDs={contactIDs} onClose={() => setAdding(false)} />}
          </>
        )
      }
    </Can>
  )
}
