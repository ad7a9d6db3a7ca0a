import type { ContactList } from '@regie/contract/contacts.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useMemo, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { formatNumber } from '../../locales/format.ts'
import { paths } from '../../paths.ts'
import { useAddress } from '../../session/address.ts'
import { EmptyToFill } from '../../session/empty-to-fill.tsx'
import { notify } from '../../session/notification.tsx'
import { useRight } from '../../session/use-right.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { AddListButton, ListDialog } from './list-dialog.tsx'
import { useContactLists, useRemoveList, useSelectable } from './contacts-data.ts'

const namesShown = 4

/** The contact lists of a customer: what each is for and who stands on it. */
export function ContactListsTable({ customerID, onMembers }: { customerID: number; onMembers: (listID: number) => void }) {
  const t = useText()
  const lists = useContactLists(customerID)
  const people = useSelectable(customerID).data
  const mayChange = useRight(Right.changeContacts)
  const [{ opened: openedID }, changeAddress] = useAddress(['opened'])
  const opened = lists.data?.find(({ listID }) => String(listID) === openedID)
  const [asked, setAsked] = useState<ContactList | null>(null)
  const columns = useMemo((): readonly Column<ContactList>[] => {
    const names = new Map((people ?? []).map(({ contactID, name }) => [contactID, name]))
    const membersOf = ({ memberIDs }: ContactList) => {
      const known = memberIDs.flatMap((id) => names.get(id) ?? [])
      const rest = memberIDs.length - Math.min(known.length, namesShown)
      const shown = known.slice(0, namesShown).join(', ')
      return rest > 0 && shown !== '' ? t('contacts.lists.andMore', { names: shown, count: rest }) : shown
    }
    return [
      { key: 'name', label: t('contacts.lists.name'), width: 220, cell: ({ name }) => name, text: ({ name }) => name },
      {
        key: 'count',
        label: t('contacts.lists.count'),
        width: 110,
        align: 'right',
        cell: ({ memberIDs }) => formatNumber(memberIDs.length),
      },
      { key: 'members', label: t('contacts.lists.members'), width: 300, cell: (list) => membersOf(list) || '–', text: membersOf },
      {
        key: 'description',
        label: t('contacts.lists.description'),
        width: 260,
        takesRest: true,
        cell: ({ description }) => description || '–',
        text: ({ description }) => description,
      },
    ]
  }, [t, people])
  const reason = mayChange ? undefined : t('ui.noRight')
  return (
    <>
      <DataTable<ContactList>
        label={t('contacts.lists.title')}
        columns={columns}
        list={{
          rows: lists.data ?? [],
          total: lists.data === undefined ? null : { value: lists.data.length, exact: true },
          ...{ isLoading: lists.isPending, failure: lists.error, hasMore: false, loadMore: () => undefined },
          retry: () => void lists.refetch(),
        }}
        rowKey={({ listID }) => String(listID)}
        linkTo={({ listID }) => paths.contacts({ tab: 'lists', opened: listID })}
        rowActions={(list) => [
          { key: 'members', label: t('contacts.lists.show'), icon: 'users', onPress: () => onMembers(list.listID) },
          { key: 'remove', label: t('contacts.lists.remove.verb'), icon: 'trash', reason, onPress: () => setAsked(list) },
        ]}
        empty={
          <EmptyToFill
            icon="users"
            title={t('contacts.lists.empty.title')}
            text={t('contacts.lists.empty.text')}
            right={Right.changeContacts}
            action={<AddListButton customerID={customerID} />}
          />
        }
      />
      {opened !== undefined && (
        <ListDialog key={opened.listID} customerID={customerID} list={opened} onClose={() => changeAddress({ opened: '' })} />
      )}
      {asked !== null && <RemoveListDialog customerID={customerID} list={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function RemoveListDialog({ customerID, list, onClose }: { customerID: number; list: ContactList; onClose: () => void }) {
  const t = useText()
  const remove = useRemoveList()
  return (
    <ConfirmDialog
      isOpen
      kind="danger"
      title={t('contacts.lists.remove.title', { name: list.name })}
      verb={t('contacts.lists.remove.verb')}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { listID: list.listID }, query: { customerID } })
        notify(t('contacts.lists.remove.done', { name: list.name }))
      }}
      onClose={onClose}
    >
      <p>{t('contacts.lists.remove.text', { count: list.memberIDs.length })}</p>
    </ConfirmDialog>
  )
}
