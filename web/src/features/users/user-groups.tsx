import { Right } from '@regie/contract/right-codes.ts'
import type { RightGroup } from '@regie/contract/rights.ts'
import type { UserRow } from '@regie/contract/users.ts'
import { useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { groupName } from '../../locales/group-name.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { useRight } from '../../session/use-right.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useAddGroups, useGroups, useRemoveGroups } from './users-data.ts'
import styles from './users.module.css'

/** `isWarned`: the server said that one would lose the way in oneself; the next press means it. */
type Asked = { action: 'add' | 'remove'; groupID: number; name: string; isWarned?: boolean }

/** The right groups of a user; each is added or removed after a question, and counts at once on his open screens. */
export function UserGroups({ user, customerID }: { user: UserRow; customerID: number | null }) {
  const t = useText()
  const { rights } = useSession()
  const groups = useGroups(user.customerID ?? customerID)
  const add = useAddGroups()
  const remove = useRemoveGroups()
  const [asked, setAsked] = useState<Asked | null>(null)
  const mayChange = useRight(Right.changeUsers)
  const held = new Set(user.groups.map(({ groupID }) => groupID))
  const others = (groups.data ?? []).filter(({ id }) => !held.has(id))
  const refusal = ({ codes }: RightGroup) => (codes.every((code) => rights.includes(code)) ? undefined : t('users.groupNotYours'))

  async function doAsked({ action, groupID, name, isWarned = false }: Asked) {
    const request = { params: { userID: user.userID }, body: { groupIDs: [groupID] } }
    try {
      if (action === 'add') await add.mutateAsync(request)
      else await remove.mutateAsync({ ...request, query: { confirmed: isWarned ? 'yes' : 'no' } })
    } catch (refusal) {
      if (refusal instanceof ApiFailure && refusal.code === 'right.wouldLockYouOut') setAsked({ action, groupID, name, isWarned: true })
      throw refusal
    }
    setAsked(null)
    notify(t(action === 'add' ? 'users.groupAdded' : 'users.groupRemoved', { name: groupName(name) }))
  }

  return (
    <>
      {user.groups.length === 0 && <p className={styles.soft}>{t('users.noGroups')}</p>}
      <ul className={styles.chips} aria-label={t('users.fields.groups')}>
        {user.groups.map(({ groupID, name }) => (
          <li key={groupID} className={styles.chip}>
            {groupName(name)}
            <IconButton
              icon="close"
              label={t('users.removeGroup', { name: groupName(name) })}
              {...(mayChange ? {} : { reason: t('ui.noRight') })}
              onPress={() => setAsked({ action: 'remove', groupID, name })}
            />
          </li>
        ))}
        {others.length > 0 && (
          <li>
            <Can right={Right.changeUsers}>
              {(reason) =>
                reason === undefined ? (
                  <Menu
                    label={t('users.addGroup')}
                    trigger={<Button icon={<Icon name="plus" size={16} />}>{t('users.addGroup')}</Button>}
                    items={others.map((group) => ({
                      key: String(group.id),
                      label: groupName(group.name),
                      reason: refusal(group),
                      onPress: () => setAsked({ action: 'add', groupID: group.id, name: group.name }),
                    }))}
                  />
                ) : (
                  <Button reason={reason}>{t('users.addGroup')}</Button>
                )
              }
            </Can>
          </li>
        )}
      </ul>
      {asked !== null && (
        <ConfirmDialog
          isOpen
          title={t(asked.action === 'add' ? 'users.addGroupQuestion' : 'users.removeGroupQuestion', { name: groupName(asked.name) })}
          verb={t(asked.action === 'add' ? 'users.addGroupVerb' : 'users.removeGroupVerb')}
          kind={asked.action === 'add' ? 'main' : 'danger'}
          onConfirm={() => doAsked(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{t('users.groupCountsAtOnce', { username: user.username })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
