import { Right } from '@regie/contract/right-codes.ts'
import { RightGroup } from '@regie/contract/rights.ts'
import { useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { ConflictNotice } from '../../ui/conflict-notice.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { useVersionedForm } from '../../ui/use-versioned-form.ts'
import { useChangeGroup } from './rights-data.ts'
import styles from './rights.module.css'

/** What a group is called and what it is for. Did a colleague change it meanwhile, then both are shown and the draft stays. */
export function GroupForm({ group, refusal }: { group: RightGroup; refusal: string | undefined }) {
  const t = useText()
  const change = useChangeGroup()
  const [name, setName] = useState(group.name)
  const [description, setDescription] = useState(group.description)
  const isSameAs = (row: Pick<RightGroup, 'name' | 'description'>) => name.trim() === row.name && description.trim() === row.description
  const { base, theirs, lastSave, takeTheirs, save } = useVersionedForm<Pick<RightGroup, 'name' | 'description' | 'version'>>({
    row: group,
    schema: RightGroup,
    isChanged: (seen) => !isSameAs(seen),
    show: (row) => {
      setName(row.name)
      setDescription(row.description)
    },
  })
  const isSame = isSameAs(base)
  const { error: failure } = change
  const isNameRefused = failure instanceof ApiFailure && failure.field === 'name'
  async function send() {
    const saved = await save((version) => change.mutateAsync({ params: { groupID: group.id }, body: { name, description, version } }))
    if (saved !== null) notify(t('rights.saved'))
  }
  return (
    <section className={styles.form}>
      {theirs !== null && (
        <ConflictNotice
          lastSave={lastSave}
          items={[
            { key: 'name', label: t('rights.name'), value: theirs.name },
            { key: 'description', label: t('rights.description'), value: theirs.description || '–' },
          ]}
          onTake={() => {
            takeTheirs()
            change.reset()
          }}
        />
      )}
      <TextInput
        label={t('rights.name')}
        isRequired
        maxLength={120}
        error={isNameRefused ? errorText(failure.code, failure.params) : undefined}
        value={name}
        onChange={setName}
      />
      <TextAreaInput label={t('rights.description')} maxLength={1000} value={description} onChange={setDescription} />
      {failure !== null && theirs === null && !isNameRefused && <FailureText failure={failure} />}
      <Can right={Right.changeGroups} refusal={refusal}>
        {(reason) => (
          <Button
            kind="main"
            reason={reason}
            isDisabled={isSame || name.trim() === ''}
            isBusy={change.isPending}
            onPress={() => void send().catch(() => undefined)}
          >
            {t('rights.save')}
          </Button>
        )}
      </Can>
    </section>
  )
}
