import { Right } from '@regie/contract/right-codes.ts'
import type { RightGroup } from '@regie/contract/rights.ts'
import type { UserRow } from '@regie/contract/users.ts'
import { useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAddGroups, useGroups, useRemoveGroups } from './users-data.ts'
import styles from './users.module.css'

/** `isWarned`: the server said that one would lose the way in oneself; the next press means it. */
type Asked = { deed: 'add' | 'remove'; groupID: number; name: string; isWarned?: boolean }

/** The right groups of a user; each is added or removed after a question, and counts at once on his open screens. */
export function UserGroups({ user, customerID }: { user: UserRow; customerID: number | null }) {
  const t = useText()
  const { rights } = useSession()
  const groups = useGroups(user.customerID ?? customerID)
  const add = useAddGroups()
  const remove = useRemoveGroups()
  const [asked, setAsked] = useState<Asked | null>(null)
  const held = new Set(user.groups.map(({ groupID }) => groupID))
  const refusal = ({ codes }: RightGroup) => (codes.every((code) => rights.includes(code)) ? undefined : t('users.groupNotYours'))

  async function doAsked({ deed, groupID, name, isWarned = false }: Asked) {
    const request = { params: { userID: user.userID }, body: { groupIDs: [groupID] } }
    try {
      if (deed === 'add') await add.mutateAsync(request)
      else await remove.mutateAsync({ ...request, query: { confirmed: isWarned ? 'yes' : 'no' } })
    } catch (refusal) {
      if (refusal instanceof ApiFailure && refusal.code === 'right.wouldLockYouOut') setAsked({ deed, groupID, name, isWarned: true })
      throw refusal
    }
    setAsked(null)
    notify(t(deed === 'add' ? 'users.groupAdded' : 'users.groupRemoved', { name }))
  }

  return (
    <>
      <div className={styles.deeds} role="list" aria-label={t('users.fields.groups')}>
        {user.groups.length === 0 && <p>{t('users.noGroups')}</p>}
        {user.groups.map(({ groupID, name }) => (
          <span key={groupID} role="listitem" className={styles.key}>
            {name}
            <Can right={Right.changeUsers}>
              {(reason) => (
                <Button kind="quiet" reason={reason} onPress={() => setAsked({ deed: 'remove', groupID, name })}>
                  {t('users.removeGroup', { name })}
                </Button>
              )}
            </Can>
          </span>
        ))}
      </div>
      <div className={styles.deeds}>
        {(groups.data ?? [])
          .filter(({ groupID }) => !held.has(groupID))
          .map((group) => (
            <Can key={group.groupID} right={Right.changeUsers} refusal={refusal(group)}>
              {(reason) => (
                <Button reason={reason} onPress={() => setAsked({ deed: 'add', groupID: group.groupID, name: group.name })}>
                  + {group.name}
                </Button>
              )}
            </Can>
          ))}
      </div>
      {asked !== null && (
        <ConfirmDialog
          isOpen
          title={t(asked.deed === 'add' ? 'users.addGroupQuestion' : 'users.removeGroupQuestion', { name: asked.name })}
          verb={t(asked.deed === 'add' ? 'users.addGroupVerb' : 'users.removeGroupVerb')}
          kind={asked.deed === 'add' ? 'main' : 'danger'}
          onConfirm={() => doAsked(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{t('users.groupCountsAtOnce', { username: user.username })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
