import type { Locale } from '@regie/contract/locale.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { TemplateDetail } from '@regie/contract/templates.ts'
import type { ListedWhatsappText, WhatsappTexts } from '@regie/contract/whatsapp-texts.ts'
import { type ApprovedChoice, isAsAtMeta, placesIn, takenOver, withoutFields } from '@regie/contract/whatsapp.ts'
import { formatMoment } from '../../../locales/format.ts'
import { useLocale, useText } from '../../../locales/i18n.tsx'
import { Can } from '../../../session/can.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'
import { HeaderFileChoice } from './header-file-choice.tsx'
import styles from './whatsapp.module.css'
import { useSyncTexts, useWhatsappTexts } from './whatsapp-data.ts'

type ApprovedEditorProps = {
  template: TemplateDetail
  locale: Locale
  approved: ApprovedChoice | undefined
  isReadOnly: boolean
  onChange: (approved: ApprovedChoice) => void
}

/** Which text that Meta approved is sent, and what of the case fills its places. */
export function ApprovedEditor({ template, locale, approved, isReadOnly, onChange }: ApprovedEditorProps) {
  return (
    <Loaded query={useWhatsappTexts(template.customerID)} lines={6}>
      {(known) => (
        <div className={styles.editor}>
          <Numbers known={known} customerID={template.customerID} />
          <TextChoice {...{ known, locale, approved, isReadOnly, onChange }} />
          {approved && <HeaderFileChoice {...{ template, approved, isReadOnly, onChange }} />}
          {approved && <Places {...{ template, approved, isReadOnly, onChange }} />}
        </div>
      )}
    </Loaded>
  )
}

const keyOf = ({ name, language }: { name: string; language: string }) => `${name} ${language}`
const languageOf: Record<Locale, string> = { nl: 'nl', eng: 'en', fr: 'fr' }

function TextChoice({ known, locale, approved, isReadOnly, onChange }: Omit<ApprovedEditorProps, 'template'> & { known: WhatsappTexts }) {
  const t = useText()
  const offered = known.texts.filter(({ status }) => status === 'APPROVED')
  const current = approved && known.texts.find((text) => keyOf(text) === keyOf(approved))
  if (offered.length === 0 && !approved)
    return <EmptyState icon="whatsapp" title={t('templates.whatsapp.none')} text={t('templates.whatsapp.noneText')} />
  // Those in the language of this text first.
  const isOwn = ({ language }: ListedWhatsappText) => language.startsWith(languageOf[locale])
  const sorted = offered.toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
  const options = [
    ...new Map(sorted.map((text) => [keyOf(text), { value: keyOf(text), label: `${text.name} · ${text.language}` }])).values(),
  ]
  const isGone = approved && current?.status !== 'APPROVED'
  // Each number has its own; what one of them has as it stands here is sent.
  const sameNow = offered.filter((text) => approved && keyOf(text) === keyOf(approved))
  const changed = approved && sameNow.every((text) => !isAsAtMeta(approved, text)) ? sameNow[0] : undefined
  return (
    <>
      <SearchSelect
        label={t('templates.whatsapp.choose')}
        value={approved ? keyOf(approved) : ''}
        options={[
          ...(approved ? [] : [{ value: '', label: t('templates.whatsapp.chooseOne') }]),
          ...options,
          ...(isGone ? [{ value: keyOf(approved), label: `${approved.name} · ${approved.language}` }] : []),
        ]}
        isRequired
        isDisabled={isReadOnly}
        onChange={(value) => {
          const chosen = offered.find((text) => keyOf(text) === value)
          if (chosen) onChange(withoutFields(textOf(chosen)))
        }}
      />
      {isGone && (
        <Notice tone="warning" title={t('templates.whatsapp.gone')}>
          {t('templates.whatsapp.goneText')}
        </Notice>
      )}
      {approved && changed && (
        <Notice tone="warning" title={t('templates.whatsapp.changed')}>
          <p>{t('templates.whatsapp.changedText')}</p>
          {!isReadOnly && (
            <Button onPress={() => onChange(takenOver(approved, textOf(changed)))}>{t('templates.whatsapp.takeOver')}</Button>
          )}
        </Notice>
      )}
      {current && <Standing text={current} />}
    </>
  )
}

const textOf = ({ name, language, header, headerKind, body, footer, buttons }: ListedWhatsappText) => ({
  ...{ name, language, header, body, footer, buttons },
  ...(headerKind && { headerKind }),
})

const qualityTones = { GREEN: 'success', YELLOW: 'warning', RED: 'error', UNKNOWN: 'neutral' } as const

/** What Meta says of a text. */
function Standing({ text: { status, category, quality, providerName } }: { text: ListedWhatsappText }) {
  const t = useText()
  return (
    <p className={styles.standing}>
      <Badge tone={status === 'APPROVED' ? 'success' : 'warning'} icon={status === 'APPROVED' ? 'check' : 'alert'}>
        {t(`templates.whatsapp.statuses.${status}`)}
      </Badge>
      <Badge tone="neutral" icon="file">
        {t(`templates.whatsapp.categories.${category}`)}
      </Badge>
      <Badge tone={qualityTones[quality]} icon="info">
        {t(`templates.whatsapp.qualities.${quality}`)}
      </Badge>
      {providerName !== null && <span className={styles.soft}>{providerName}</span>}
    </p>
  )
}

/** The field of the case for each numbered place. */
function Places({
  template,
  approved,
  isReadOnly,
  onChange,
}: Pick<ApprovedEditorProps, 'template' | 'isReadOnly' | 'onChange'> & { approved: ApprovedChoice }) {
  const t = useText()
  const locale = useLocale()
  const { fields, buttons } = approved
  const change = (part: keyof ApprovedChoice['fields'], at: number, value: string) =>
    onChange({ ...approved, fields: { ...fields, [part]: fields[part].map((field, index) => (index === at ? value : field)) } })
  const places = [
    ...fields.header.map((value, at) => ({
      part: 'header' as const,
      at,
      value,
      label: t('templates.whatsapp.places.header', { no: at + 1 }),
    })),
    ...fields.body.map((value, at) => ({ part: 'body' as const, at, value, label: t('templates.whatsapp.places.body', { no: at + 1 }) })),
    ...buttons.flatMap(({ url, text }, at) =>
      placesIn(url) === 0
        ? []
        : [{ part: 'buttons' as const, at, value: fields.buttons[at] ?? '', label: t('templates.whatsapp.places.button', { name: text }) }],
    ),
  ]
  if (places.length === 0) return <p className={styles.soft}>{t('templates.whatsapp.noPlaces')}</p>
  const options = [
    { value: '', label: t('templates.whatsapp.chooseField') },
    ...template.fields.map(({ key, label }) => ({ value: key, label: label[locale] })),
  ]
  return (
    <fieldset className={styles.places}>
      <legend>{t('templates.whatsapp.fills')}</legend>
      {places.map(({ part, at, value, label }) => (
        <SearchSelect
          key={`${part} ${at}`}
          label={label}
          value={value}
          options={options}
          isRequired
          isDisabled={isReadOnly}
          onChange={(field) => change(part, at, field)}
        />
      ))}
    </fieldset>
  )
}

/** How much each number may still send today, and when its texts were fetched. */
function Numbers({ known: { numbers }, customerID }: { known: WhatsappTexts; customerID: number }) {
  const t = useText()
  const sync = useSyncTexts()
  const failed = sync.data?.failed ?? []
  return (
    <div className={styles.numbers}>
      {numbers.map(({ providerID, name, displayNumber, dailyLimit, usedToday, syncedAt }) => (
        <div key={providerID ?? 0} className={styles.number}>
          <span>
            {name ?? t('templates.whatsapp.own')} <span className={styles.soft}>{displayNumber}</span>
          </span>
          {dailyLimit !== null && (
            <meter
              aria-label={t('templates.whatsapp.limit')}
              min={0}
              max={dailyLimit}
              high={dailyLimit * 0.8}
              optimum={0}
              value={usedToday}
            />
          )}
          <span className={styles.soft}>
            {dailyLimit === null
              ? t('templates.whatsapp.unlimited', { used: usedToday })
              : t('templates.whatsapp.used', { used: usedToday, limit: dailyLimit })}
            {' · '}
            {t('templates.whatsapp.fetched', { moment: formatMoment(syncedAt) })}
          </span>
        </div>
      ))}
      <Can right={Right.changeTemplates}>
        {(reason) => (
          <Button
            reason={reason}
            isBusy={sync.isPending}
            icon={<Icon name="refresh" size={16} />}
            onPress={() => sync.mutate({ body: { customerID } })}
          >
            {t('templates.whatsapp.sync')}
          </Button>
        )}
      </Can>
      {failed.length > 0 && <Notice tone="warning" title={t('templates.whatsapp.failed', { names: failed.join(', ') })} />}
      {sync.error !== null && <FailureText failure={sync.error} />}
    </div>
  )
}
