import { Right } from '@regie/contract/right-codes.ts'
import type { RightGroupDetail } from '@regie/contract/rights.ts'
import { useState } from 'react'
import { groupName } from '../../locales/group-name.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { GroupMembers } from './group-members.tsx'
import { useChangeGroup, useGroup, useRemoveGroup, wouldLockOut } from './rights-data.ts'
import styles from './rights.module.css'

type GroupDialogProps = { groupID: number; customerID: number | null; refusal: string | undefined; onClose: () => void }

/** One group: its name, what it is for, its members, and the end of it. */
export function GroupDialog({ groupID, customerID, refusal, onClose }: GroupDialogProps) {
  const t = useText()
  const group = useGroup(groupID)
  return (
    <Dialog
      isOpen
      size="wide"
      title={group.data ? groupName(group.data.name) : t('rights.group')}
      onClose={onClose}
      actions={group.data !== undefined && <RemoveGroup group={group.data} refusal={refusal} onGone={onClose} />}
    >
      {group.error !== null && <ErrorState failure={group.error} onRetry={() => void group.refetch()} />}
      {group.isPending && <Skeleton lines={6} />}
      {group.data !== undefined && (
        <div className={styles.sections}>
          {refusal !== undefined && <Notice icon="lock">{refusal}</Notice>}
          <GroupForm key={group.data.version} group={group.data} refusal={refusal} />
          <GroupMembers group={group.data} customerID={customerID} refusal={refusal} />
        </div>
      )}
    </Dialog>
  )
}

function GroupForm({ group, refusal }: { group: RightGroupDetail; refusal: string | undefined }) {
  const t = useText()
  const change = useChangeGroup()
  const [name, setName] = useState(group.name)
  const [description, setDescription] = useState(group.description)
  const isSame = name.trim() === group.name && description.trim() === group.description
  async function save() {
    await change.mutateAsync({ params: { groupID: group.groupID }, body: { name, description, version: group.version } })
    notify(t('rights.saved'))
  }
  return (
    <section className={styles.form}>
      <TextInput label={t('rights.name')} isRequired maxLength={120} value={name} onChange={setName} />
      <TextAreaInput label={t('rights.description')} maxLength={1000} value={description} onChange={setDescription} />
      {change.error !== null && <FailureText failure={change.error} />}
      <Can right={Right.changeGroups} refusal={refusal}>
        {(reason) => (
          <Button
            kind="main"
            reason={reason}
            isDisabled={isSame || name.trim() === ''}
            isBusy={change.isPending}
            onPress={() => void save().catch(() => undefined)}
          >
            {t('rights.save')}
          </Button>
        )}
      </Can>
    </section>
  )
}

function RemoveGroup({ group, refusal, onGone }: { group: RightGroupDetail; refusal: string | undefined; onGone: () => void }) {
  const t = useText()
  const remove = useRemoveGroup()
  const [isAsked, setAsked] = useState(false)
  const [isWarned, setWarned] = useState(false)
  return (
    <>
      <Can right={Right.changeGroups} refusal={refusal}>
        {(reason) => (
          <Button icon={<Icon name="trash" size={16} />} reason={reason} onPress={() => setAsked(true)}>
            {t('rights.removeGroup')}
          </Button>
        )}
      </Can>
      <ConfirmDialog
        isOpen={isAsked}
        kind="danger"
        title={t('rights.removeQuestion', { group: groupName(group.name) })}
        verb={t('rights.remove')}
        onConfirm={async () => {
          try {
            await remove.mutateAsync({ params: { groupID: group.groupID }, query: { confirmed: isWarned ? 'yes' : 'no' } })
          } catch (failure) {
            setWarned(wouldLockOut(failure))
            throw failure
          }
          notify(t('rights.removed', { group: groupName(group.name) }))
          onGone()
        }}
        onClose={() => setAsked(false)}
      >
        <p>{t('rights.removeText', { count: group.memberCount })}</p>
      </ConfirmDialog>
    </>
  )
}
