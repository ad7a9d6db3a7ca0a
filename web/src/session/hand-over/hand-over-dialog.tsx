import type { CaseSelection } from '@regie/contract/bulk.ts'
import { type HandOverKind, handOverCasesMax, handOverKinds, handOverResult, type Recipient } from '@regie/contract/hand-overs.ts'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { errorText } from '../../locales/error-text.ts'
import { formatNumber } from '../../locales/format.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { useGoTo } from '../address.ts'
import { notify } from '../notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateInput } from '../../ui/dates/date-input.tsx'
import { todayInAmsterdam } from '../../ui/dates/date-panel.tsx'
import { SelectInput, TextAreaInput } from '../../ui/inputs.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { ChoiceInput } from '../../ui/toggles.tsx'
import { chooseCustomer } from '../selection.ts'
import { useHandOverQuestion, useRecipients, useStartHandOver } from './hand-over-data.ts'
import { WhatIsMissing } from './what-is-missing.tsx'
import { WhatGoes } from './what-goes.tsx'

type HandOverDialogProps = {
  customerID: number
  filter: z.infer<typeof CaseSelection>
  count: number
  /** It has begun. */
  onStarted?: () => void
  onClose: () => void
}

/** Where these cases go, after what goes and what stays; a job does it. */
export function HandOverDialog({ customerID, filter, count, onStarted, onClose }: HandOverDialogProps) {
  const t = useText()
  const locale = useLocale()
  const start = useStartHandOver()
  const question = useHandOverQuestion({ customerID, filter })
  const [kind, setKind] = useState<HandOverKind>('bailiff')
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [reference, setReference] = useState('')
  const [on, setOn] = useState(todayInAmsterdam)
  const [note, setNote] = useState('')
  const [incompleteToo, setIncompleteToo] = useState(false)
  const goTo = useGoTo()
  const choose = (recipient: Recipient) => {
    setKind(recipient.kind)
    setName(recipient.name)
    setEmail(recipient.email)
  }
  async function confirm() {
    const wish = { customerID, filter, kind, name, email: email.trim(), reference, note, on, locale, incompleteToo }
    const { handOverID } = await start.mutateAsync({ body: wish })
    const show = () => {
      chooseCustomer(customerID)
      goTo(paths.handOver(handOverID))
    }
    notify(t('arrangements.handOvers.give.started'), { label: t('arrangements.handOvers.give.show'), run: show })
    onStarted?.()
  }
  const tooMany = count > handOverCasesMax ? t('bulk.tooMany', { max: formatNumber(handOverCasesMax) }) : undefined
  const noneGoes = question.data?.allowed === 0 ? t('arrangements.handOvers.give.none') : undefined
  const incomplete = kind === 'bailiff' && (question.data?.incomplete.count ?? 0) > 0 ? question.data?.incomplete : undefined
  const unknowing = incomplete !== undefined && !incompleteToo ? t('arrangements.handOvers.give.missing.mustKnow') : undefined
  return (
    <ConfirmDialog
      isOpen
      title={t('arrangements.handOvers.give.title', { count, total: formatNumber(count) })}
      verb={t('arrangements.handOvers.give.verb')}
      kind="danger"
      fields={['on', 'name', 'email']}
      reason={tooMany ?? noneGoes ?? unknowing}
      isDisabled={question.data === undefined || name.trim() === '' || on === ''}
      onConfirm={confirm}
      onClose={onClose}
    >
      {(faultAt) => (
        <Stack>
          {question.error !== null && question.data === undefined ? <p>{errorText('error.unexpected')}</p> : null}
          <WhatGoes question={question.data} />
          <p>{t('arrangements.handOvers.give.what', { code: handOverResult[kind] })}</p>
          <ChoiceInput
            label={t('arrangements.handOvers.give.to')}
            value={kind}
            onChange={setKind}
            options={handOverKinds.map((one) => ({ value: one, label: t(`arrangements.handOvers.give.kinds.${one}`) }))}
          />
          {incomplete !== undefined && <WhatIsMissing incomplete={incomplete} isKnown={incompleteToo} onKnown={setIncompleteToo} />}
          <ChosenBefore customerID={customerID} name={name} kind={kind} onChoose={choose} />
          <TextInput
            label={t('arrangements.handOvers.give.name')}
            isRequired
            maxLength={100}
            value={name}
            onChange={setName}
            error={faultAt('name')}
          />
          <TextInput
            label={t('arrangements.handOvers.give.email')}
            type="email"
            maxLength={254}
            value={email}
            onChange={setEmail}
            error={faultAt('email')}
          />
          <TextInput
            label={t('arrangements.handOvers.give.reference')}
            help={t('arrangements.handOvers.give.referenceHelp')}
            maxLength={60}
            value={reference}
            onChange={setReference}
          />
          <DateInput
            label={t('arrangements.handOvers.give.on')}
            help={t('arrangements.handOvers.give.onHelp')}
            isRequired
            hasChips={false}
            max={todayInAmsterdam()}
            value={on}
            onChange={setOn}
            error={faultAt('on')}
          />
          <TextAreaInput
            label={t('arrangements.handOvers.give.note')}
            help={t('arrangements.handOvers.give.noteHelp')}
            maxLength={500}
            value={note}
            onChange={setNote}
          />
        </Stack>
      )}
    </ConfirmDialog>
  )
}

type ChosenBeforeProps = { customerID: number; kind: HandOverKind; name: string; onChoose: (recipient: Recipient) => void }

/** Who got cases of this customer before. */
function ChosenBefore({ customerID, kind, name, onChoose }: ChosenBeforeProps) {
  const t = useText()
  const { data: recipients = [] } = useRecipients(customerID)
  if (recipients.length === 0) return null
  const chosen = recipients.findIndex((one) => one.kind === kind && one.name === name)
  return (
    <SelectInput
      label={t('arrangements.handOvers.give.before')}
      value={chosen === -1 ? '' : String(chosen)}
      onChange={(value) => {
        const recipient = recipients[Number(value)]
        if (value !== '' && recipient !== undefined) onChoose(recipient)
      }}
      options={[
        { value: '', label: t('arrangements.handOvers.give.another') },
        ...recipients.map((one, at) => ({
          value: String(at),
          label: `${one.name} · ${t(`arrangements.handOvers.give.kinds.${one.kind}`)}`,
        })),
      ]}
    />
  )
}
