import { type Guide, guideNameMax } from '@regie/contract/guides.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { paths } from '../../../paths.ts'
import { useGoTo } from '../../../session/address.ts'
import { Can } from '../../../session/can.tsx'
import { notify } from '../../../session/notification.tsx'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { failureWords } from '../../../ui/failure-text.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'
import { CheckInput } from '../../../ui/toggles.tsx'
import styles from '../flow.module.css'
import { useChangeGuide, useRemoveGuide } from './guides-data.ts'

/** Its name, and whose calls it leads. */
export function GuideUses({ guide }: { guide: Guide }) {
  const t = useText()
  const goTo = useGoTo()
  const { guideID } = guide
  const change = useChangeGuide()
  const remove = useRemoveGuide()
  const isReadOnly = !useRight(Right.changeScripts)
  const ownIn = (choices: Guide['scripts']) => choices.flatMap((one) => (one.guideID === guideID ? [one.id] : []))
  const [name, setName] = useState(guide.name)
  const [isDefault, setDefault] = useState(guide.isDefault)
  const [scriptIDs, setScripts] = useState<readonly number[]>(() => ownIn(guide.scripts))
  const [queueIDs, setQueues] = useState<readonly number[]>(() => ownIn(guide.queues))
  const [isAsked, setAsked] = useState(false)
  const save = async () => {
    try {
      const body = { name, isDefault, scriptIDs: [...scriptIDs], queueIDs: [...queueIDs], version: guide.version }
      await change.mutateAsync({ params: { guideID }, body })
      notify(t('guides.uses.saved'))
    } catch (failure) {
      notify(failureWords(failure as Error))
    }
  }
  const ticks = (choices: Guide['scripts'], ticked: readonly number[], set: (ids: readonly number[]) => void) =>
    choices.map((one) => (
      <CheckInput
        key={one.id}
        label={one.name}
        {...(one.guideName !== null && one.guideID !== guideID && { help: t('guides.uses.now', { name: one.guideName }) })}
        value={ticked.includes(one.id)}
        isDisabled={isReadOnly}
        onChange={(isOn) => set(isOn ? [...ticked, one.id] : ticked.filter((id) => id !== one.id))}
      />
    ))
  return (
    <div className={styles.form}>
      <TextInput label={t('guides.name')} isRequired maxLength={guideNameMax} isDisabled={isReadOnly} value={name} onChange={setName} />
      <CheckInput
        label={t('guides.uses.default')}
        help={t('guides.uses.defaultHelp')}
        value={isDefault}
        isDisabled={isReadOnly}
        onChange={setDefault}
      />
      {guide.scripts.length > 0 && (
        <fieldset className={styles.group}>
          <legend>{t('guides.uses.scripts')}</legend>
          {ticks(guide.scripts, scriptIDs, setScripts)}
        </fieldset>
      )}
      {guide.queues.length > 0 && (
        <fieldset className={styles.group}>
          <legend>{t('guides.uses.queues')}</legend>
          {ticks(guide.queues, queueIDs, setQueues)}
        </fieldset>
      )}
      <div className={styles.tools}>
        <Can right={Right.changeScripts} refusal={name.trim() === '' ? t('flow.form.nameMissing') : undefined}>
          {(reason) => (
            <Button kind="main" reason={reason} isBusy={change.isPending} onPress={() => void save()}>
              {t('guides.uses.save')}
            </Button>
          )}
        </Can>
        <span className={styles.gap} />
        <Can right={Right.changeScripts}>
          {(reason) => (
            <Button kind="quiet" reason={reason} onPress={() => setAsked(true)}>
              {t('guides.remove.verb')}
            </Button>
          )}
        </Can>
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        kind="danger"
        title={t('guides.remove.title', { name: guide.name })}
        verb={t('guides.remove.verb')}
        onConfirm={async () => {
          await remove.mutateAsync({ params: { guideID } })
          goTo(paths.guides())
        }}
        onClose={() => setAsked(false)}
      >
        {t('guides.remove.text')}
      </ConfirmDialog>
    </div>
  )
}
