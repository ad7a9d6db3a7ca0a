import { Right } from '@regie/contract/right-codes.ts'
import type { RightGroup } from '@regie/contract/rights.ts'
import { useState } from 'react'
import { groupName } from '../../locales/group-name.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { useAddMembers, useFoundUsers, useRemoveMembers, wouldLockOut } from './rights-data.ts'
import styles from './rights.module.css'

type Props = { group: RightGroup; customerID: number | null; refusal: string | undefined }
type Asked = { userID: number; username: string; isWarned: boolean }

/** Who is in a group; found users are added with one press, and removal asks first. */
export function GroupMembers({ group, customerID, refusal }: Props) {
  const t = useText()
  const add = useAddMembers()
  const remove = useRemoveMembers()
  const [q, setQ] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  const found = useFoundUsers(q, group.customerID ?? customerID)
  const members = new Set(group.members.map(({ userID }) => userID))
  const params = { groupID: group.id }

  async function addMember(userID: number, username: string) {
    await add.mutateAsync({ params, body: { members: [userID] } })
    notify(t('rights.memberAdded', { username }))
  }
  async function removeMember({ userID, username, isWarned }: Asked) {
    try {
      await remove.mutateAsync({ params, query: { confirmed: isWarned ? 'yes' : 'no' }, body: { members: [userID] } })
    } catch (failure) {
      if (wouldLockOut(failure)) setAsked({ userID, username, isWarned: true })
      throw failure
    }
    setAsked(null)
    notify(t('rights.memberRemoved', { username }))
  }

  return (
    <section className={styles.form}>
      <h3>{t('rights.members', { count: group.members.length })}</h3>
      <ul className={styles.chips}>
        {group.members.map(({ userID, username, name }) => (
          <li key={userID}>
            <span>{name === '' ? username : `${name} (${username})`}</span>
            <Can right={Right.changeGroups} refusal={refusal}>
              {(reason) => (
                <IconButton
                  icon="close"
                  label={t('rights.removeMember', { username })}
                  {...(reason === undefined ? {} : { reason })}
                  onPress={() => setAsked({ userID, username, isWarned: false })}
                />
              )}
            </Can>
          </li>
        ))}
      </ul>
      <TextInput label={t('rights.addMember')} help={t('rights.addMemberHelp')} type="search" value={q} onChange={setQ} />
      {add.error !== null && <FailureText failure={add.error} />}
      <ul className={styles.members}>
        {q.trim().length >= 2 &&
          (found.data?.rows ?? [])
            .filter(({ userID }) => !members.has(userID))
            .map(({ userID, username, firstName, lastName }) => (
              <li key={userID}>
                <span>
                  {`${firstName} ${lastName}`.trim()} ({username})
                </span>
                <Can right={Right.changeGroups} refusal={refusal}>
                  {(reason) => (
                    <Button reason={reason} onPress={() => void addMember(userID, username).catch(() => undefined)}>
                      {t('rights.add', { username })}
                    </Button>
                  )}
                </Can>
              </li>
            ))}
      </ul>
      {asked !== null && (
        <ConfirmDialog
          isOpen
          kind="danger"
          title={t('rights.removeMemberQuestion', { username: asked.username, group: groupName(group.name) })}
          verb={t('rights.removeMemberVerb')}
          onConfirm={() => removeMember(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{t('rights.countsAtOnce')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
