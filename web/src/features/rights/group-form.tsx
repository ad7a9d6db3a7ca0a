import { Right } from '@regie/contract/right-codes.ts'
import { RightGroup, type RightGroupDetail } from '@regie/contract/rights.ts'
import { useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { KeyValueList } from '../../ui/key-value-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { useChangeGroup } from './rights-data.ts'
import styles from './rights.module.css'
import { currentOf } from '../../api/conflict.ts'

/** What a group is called and what it is for. Did a colleague change it meanwhile, then both are shown and the draft stays. */
export function GroupForm({ group, refusal }: { group: RightGroupDetail; refusal: string | undefined }) {
  const t = useText()
  const change = useChangeGroup()
  const [name, setName] = useState(group.name)
  const [description, setDescription] = useState(group.description)
  // What was looked at when one began to type: a colleague's change that came since is not overwritten unseen.
  const [version, setVersion] = useState(group.version)
  const [other, setOther] = useState<Pick<RightGroup, 'name' | 'description'> | null>(null)
  const isSame = name.trim() === group.name && description.trim() === group.description
  const { error: failure } = change
  const isNameRefused = failure instanceof ApiFailure && failure.field === 'name'
  async function save() {
    setOther(null)
    try {
      const saved = await change.mutateAsync({ params: { groupID: group.groupID }, body: { name, description, version } })
      setVersion(saved.version)
      notify(t('rights.saved'))
    } catch (refusal) {
      const current = currentOf(refusal, RightGroup)
      if (current === null) return
      // Whoever saves again after seeing it means it.
      setVersion(current.version)
      setOther(current)
    }
  }
  function takeTheirs() {
    setName(other?.name ?? name)
    setDescription(other?.description ?? description)
    setOther(null)
    change.reset()
  }
  return (
    <section className={styles.form}>
      {other !== null && (
        <Notice tone="warning" isAlert title={t('rights.changedByOther')}>
          <KeyValueList
            items={[
              { key: 'name', label: t('rights.name'), value: other.name },
              { key: 'description', label: t('rights.description'), value: other.description || '–' },
            ]}
          />
          <Button onPress={takeTheirs}>{t('rights.takeTheirs')}</Button>
          <p>{t('rights.orSaveYours')}</p>
        </Notice>
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
      {failure !== null && other === null && !isNameRefused && <FailureText failure={failure} />}
      <Can right={Right.changeGroups} refusal={refusal}>
        {(reason) => (
          <Button
            kind="main"
            reason={reason}
            isDisabled={isSame || name.trim() === ''}
            isBusy={change.isPending}
            onPress={() => void save()}
          >
            {t('rights.save')}
          </Button>
        )}
      </Can>
    </section>
  )
}
