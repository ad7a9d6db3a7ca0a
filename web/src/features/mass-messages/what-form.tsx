import { planDaysMax, writtenChannels } from '@regie/contract/manual-messages.ts'
import type { MessageCheck, MessageTemplate } from '@regie/contract/messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { Button } from '../../ui/button.tsx'
import { ChipChoice } from '../../ui/chip-choice.tsx'
import { DateTimeInput } from '../../ui/dates/date-time-input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { CheckInput, ChoiceInput } from '../../ui/toggles.tsx'
import { channelsOf, emptyDraft, type MessageDraft } from './message-draft.ts'
import { OtherwiseForm } from './otherwise-form.tsx'
import { templateOptions } from './template-options.ts'

type WhatFormProps = {
  draft: MessageDraft
  templates: readonly MessageTemplate[]
  check: MessageCheck | undefined
  /** The next moment at which most of those may who may not now. */
  nextAt: string | null
  onChange: (draft: MessageDraft) => void
}

/** Channel, text and moment, and what the text still lacks. */
export function WhatForm({ draft, templates, check, nextAt, onChange }: WhatFormProps) {
  const t = useText()
  const channels = writtenChannels.filter((channel) => templates.some((one) => one.channel === channel))
  const { channel, templateID, sendAt } = draft
  return (
    <Stack>
      <ChipChoice
        label={t('massMessages.what.channel')}
        value={channel}
        onChange={(chosen) => onChange({ ...draft, ...emptyDraft, channel: chosen, sendAt })}
        options={channels.map((value) => ({ value, label: t(`cases.channels.${value}`) }))}
      />
      <SearchSelect
        label={t('massMessages.what.template')}
        isRequired
        value={String(templateID ?? '')}
        onChange={(id) => onChange({ ...draft, templateID: id === '' ? null : Number(id), overrides: {} })}
        options={[{ value: '', label: t('massMessages.what.choose') }, ...templateOptions(templates, channel)]}
      />
      <OtherwiseForm draft={draft} templates={templates} onChange={onChange} />
      <ChoiceInput
        label={t('massMessages.what.when')}
        value={sendAt === null ? 'now' : 'later'}
        onChange={(when) => onChange({ ...draft, sendAt: when === 'now' ? null : (nextAt ?? inAnHour()) })}
        options={[
          { value: 'now', label: t('massMessages.what.now') },
          { value: 'later', label: t('massMessages.what.later') },
        ]}
      />
      {sendAt !== null && (
        <DateTimeInput
          label={t('massMessages.what.moment')}
          help={t('massMessages.what.momentHelp', { max: planDaysMax })}
          isRequired
          value={sendAt}
          onChange={(moment) => onChange({ ...draft, sendAt: moment })}
        />
      )}
      <Lacking draft={draft} check={check} onChange={onChange} />
      <Links draft={draft} check={check} onChange={onChange} />
      {channelsOf(draft).includes('sms') && check !== undefined && (draft.simplify || check.longer.partsSaved > 0) && (
        <CheckInput
          label={t('massMessages.what.simplify')}
          help={t('massMessages.what.simplifyHelp')}
          value={draft.simplify}
          onChange={(simplify) => onChange({ ...draft, simplify })}
        />
      )}
    </Stack>
  )
}

const hourMs = 3_600_000
const inAnHour = () => new Date(Math.ceil((Date.now() + hourMs) / 900_000) * 900_000).toISOString()

type Mending = Pick<WhatFormProps, 'draft' | 'check' | 'onChange'>

// The places of the text that stay empty somewhere, each with the word that fills it there.
function Lacking({ draft, check, onChange }: Mending) {
  const t = useText()
  const asked = check?.missing.filter(({ field }) => field !== 'bedrag' && field !== 'betaallink') ?? []
  const fields = [...new Set([...Object.keys(draft.overrides), ...asked.map(({ field }) => field)])]
  return fields.map((field) => {
    const count = asked.find((one) => one.field === field)?.count
    return (
      <TextInput
        key={field}
        label={t('massMessages.what.fill', { field })}
        {...(count !== undefined && { help: t('massMessages.what.fillHelp', { count, total: formatNumber(count) }) })}
        maxLength={200}
        value={draft.overrides[field] ?? ''}
        onChange={(value) => onChange({ ...draft, overrides: { ...draft.overrides, [field]: value } })}
      />
    )
  })
}

function Links({ draft, check, onChange }: Mending) {
  const t = useText()
  const lacking = check?.refused.find(({ reason }) => reason === 'noLink')?.count ?? 0
  if (draft.makeLinks)
    return (
      <CheckInput
        label={t('massMessages.what.makeLinks')}
        help={t('massMessages.what.linksToMake', { count: check?.linksToMake ?? 0, total: formatNumber(check?.linksToMake ?? 0) })}
        value
        onChange={() => onChange({ ...draft, makeLinks: false })}
      />
    )
  if (lacking === 0) return null
  return (
    <Notice
      tone="warning"
      icon="link"
      title={t('massMessages.what.noLink', { count: lacking, total: formatNumber(lacking) })}
      action={
        <Can right={Right.makePaymentLinks}>
          {(reason) => (
            <Button reason={reason} onPress={() => onChange({ ...draft, makeLinks: true })}>
              {t('massMessages.what.makeThem', { count: lacking, total: formatNumber(lacking) })}
            </Button>
          )}
        </Can>
      }
    >
      {t('massMessages.what.noLinkText')}
    </Notice>
  )
}
