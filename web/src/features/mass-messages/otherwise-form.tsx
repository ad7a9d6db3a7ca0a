import { type WrittenChannel, writtenChannels } from '@regie/contract/manual-messages.ts'
import type { MessageTemplate } from '@regie/contract/messages.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import styles from './mass-messages.module.css'
import { channelsOf, type MessageDraft, type NextChannel } from './message-draft.ts'
import { templateOptions } from './template-options.ts'

type OtherwiseFormProps = { draft: MessageDraft; templates: readonly MessageTemplate[]; onChange: (draft: MessageDraft) => void }

/** The channels that are tried in turn where the one before may or can not, each with its text. */
export function OtherwiseForm({ draft, templates, onChange }: OtherwiseFormProps) {
  const t = useText()
  const { otherwise, templateID } = draft
  const used = channelsOf(draft)
  const free = writtenChannels.filter((channel) => !used.includes(channel) && templates.some((one) => one.channel === channel))
  const [next] = free
  const put = (rows: readonly NextChannel[]) => onChange({ ...draft, otherwise: rows })
  const first = templates.find((one) => one.templateID === templateID)
  // A text of the same name says the same by another channel.
  const withText = (channel: WrittenChannel): NextChannel => {
    const same = templates.find((one) => one.channel === channel && one.name === first?.name)
    return { channel, templateID: same?.templateID ?? null }
  }
  const change = (at: number, row: NextChannel) => put(otherwise.map((one, index) => (index === at ? row : one)))
  return (
    <>
      {otherwise.map((row, at) => {
        const channelName = t(`cases.channels.${row.channel}`)
        return (
          <div
            key={row.channel}
            role="group"
            aria-label={t('massMessages.what.otherwiseBy', { channel: channelName })}
            className={styles.otherwise}
          >
            <SelectInput
              label={t('massMessages.what.otherwise')}
              value={row.channel}
              onChange={(channel) => change(at, withText(channel as WrittenChannel))}
              options={writtenChannels
                .filter((channel) => channel === row.channel || free.includes(channel))
                .map((value) => ({ value, label: t(`cases.channels.${value}`) }))}
            />
            <SearchSelect
              label={t('massMessages.what.otherwiseText', { channel: channelName })}
              isRequired
              value={String(row.templateID ?? '')}
              onChange={(id) => change(at, { ...row, templateID: id === '' ? null : Number(id) })}
              options={[{ value: '', label: t('massMessages.what.choose') }, ...templateOptions(templates, row.channel)]}
            />
            <IconButton
              icon="close"
              label={t('massMessages.what.otherwiseRemove', { channel: channelName })}
              onPress={() => put(otherwise.filter((_row, index) => index !== at))}
            />
          </div>
        )
      })}
      {otherwise.length > 0 && <p className={styles.soft}>{t('massMessages.what.otherwiseHelp')}</p>}
      {next !== undefined && templateID !== null && (
        <div>
          <Button icon={<Icon name="plus" size={16} />} onPress={() => put([...otherwise, withText(next)])}>
            {t('massMessages.what.otherwiseAdd')}
          </Button>
        </div>
      )}
    </>
  )
}
