import { type Locale, locales } from '@regie/contract/locale.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { subjectMax, type TemplateDetail, type TemplateFault, type WrittenBody } from '@regie/contract/templates.ts'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { useAddress } from '../../session/address.ts'
import { useRight } from '../../session/use-right.ts'
import { Button } from '../../ui/button.tsx'
import { ChipChoice } from '../../ui/chip-choice.tsx'
import { DraftTrouble } from '../../ui/draft-trouble.tsx'
import { LeaveQuestion } from '../../ui/leave-question.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { WhatsappEditor } from './whatsapp/whatsapp-editor.tsx'
import { CheckPanel } from './check-panel.tsx'
import { FoldingFaults } from './fault-list.tsx'
import { LinkCard } from './link-card.tsx'
import { mended } from './mend-fault.ts'
import { optionGroupOf } from './options/option-groups.ts'
import { OptionsForm } from './options/options-form.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { PlainText } from './plain-text.tsx'
import { RevisionsPanel } from './revisions-panel.tsx'
import { TemplateHead } from './template-head.tsx'
import styles from './templates.module.css'
import { MailWriter } from './writing/mail-writer.tsx'
import { usePreview, useTemplate } from './templates-data.ts'
import { type TemplateDraft, useTemplateDraft } from './use-template-draft.ts'
import { useMedia } from '../../ui/use-media.ts'
import { useTypedLater } from '../../ui/use-typed-later.ts'
import { personName } from '../../session/people.ts'

/** The mail server of a template, which another feature shows. */
type ServerOf = (template: Pick<TemplateDetail, 'customerID' | 'templateID' | 'name'>) => ReactNode
type EditorProps = {
  templateID: number
  onCopied: (templateID: number) => void
  server?: ServerOf
  /** Told whether something is written that is not kept yet. */
  onUnsaved?: (isUnsaved: boolean) => void
}

/** A template by its number. */
export function TemplateEditor({ templateID, ...rest }: EditorProps) {
  const query = useTemplate(templateID)
  if (query.data === undefined) return <NotLoaded query={query} lines={10} />
  return <OpenEditor key={templateID} template={query.data} {...rest} />
}

/** Where writing and what stands beside it have no room side by side, and the list none beside them. */
export const narrowEditor = '(max-width: 1000px)'
const empty: WrittenBody = { subject: '', text: '', blocks: [] }

function OpenEditor({ template, onCopied, server, onUnsaved }: Omit<EditorProps, 'templateID'> & { template: TemplateDetail }) {
  const t = useText()
  const draft = useTemplateDraft(template)
  const [{ language, side, options: openGroup }, changeAddress] = useAddress(['language', 'side', 'options'])
  const isUnsaved = draft.state === 'unsaved' || draft.state === 'saving'
  useEffect(() => onUnsaved?.(isUnsaved), [isUnsaved, onUnsaved])
  const isReadOnly = !useRight(Right.changeTemplates) || template.archived
  const { content } = draft
  const locale: Locale = locales.find((one) => one === language) ?? 'nl'
  const body = content.written[locale]
  const write = (changed: Partial<WrittenBody>) =>
    draft.write({ ...content, written: { ...content.written, [locale]: { ...(body ?? empty), ...changed } } })
  const asked = useTypedLater(useDeferredValue(content))
  const { customerID, kind } = template
  const preview = usePreview({ ...asked, customerID, kind, locale })
  const faults = preview.data?.faults.filter((fault) => !template.section || fault.fault !== 'subjectMissing') ?? template.faults
  const blocking = faults.filter(({ blocks, mayPass }) => blocks && !mayPass).length
  const isOneLanguage = locales.filter((one) => content.written[one] !== undefined).length === 1
  const passable = faults.filter(({ blocks, mayPass }) => blocks && mayPass)
  const mendingOf = (fault: TemplateFault) => {
    const written = content.written[fault.locale]
    const better = isReadOnly || written === undefined ? null : mended(fault, written)
    if (better === null) return undefined
    return () => draft.write({ ...content, written: { ...content.written, [fault.locale]: better } })
  }
  const placeOf = (fault: TemplateFault) => {
    const group = optionGroupOf(kind, fault)
    return group === undefined || template.section ? undefined : () => changeAddress({ side: 'options', options: group })
  }
  const writing = (
    <div className={styles.writing}>
      <div className={styles.tools}>
        <ChipChoice
          label={t('templates.languages.label')}
          value={locale}
          onChange={(value) => changeAddress({ language: value })}
          options={locales.map((value) => ({ value, label: t(`templates.languages.${value}`) }))}
        />
      </div>
      {body === undefined ? (
        <Notice
          title={t('templates.languages.missing', { language: t(`templates.languages.${locale}`) })}
          action={isReadOnly ? undefined : <Button onPress={() => write(content.written.nl)}>{t('templates.languages.add')}</Button>}
        >
          {t('templates.languages.missingText')}
        </Notice>
      ) : (
        <>
          {kind === 'email' && !template.section && (
            <TextInput
              label={t('templates.subject')}
              maxLength={subjectMax}
              isDisabled={isReadOnly}
              value={body.subject}
              onChange={(subject) => write({ subject })}
            />
          )}
          {kind === 'email' && !template.section && (
            <TextInput
              label={t('templates.preheader')}
              help={t('templates.preheaderHelp')}
              maxLength={subjectMax}
              isDisabled={isReadOnly}
              value={body.preheader ?? ''}
              onChange={(preheader) => write({ preheader })}
            />
          )}
          {kind === 'email' ? (
            <MailWriter
              key={locale}
              blocks={body.blocks}
              template={template}
              isReadOnly={isReadOnly}
              onChange={(blocks) => write({ blocks })}
            />
          ) : kind === 'whatsapp' && !template.section ? (
            <WhatsappEditor
              {...{ template, body, locale, isReadOnly }}
              filled={preview.data?.text ?? null}
              onChange={(changed) => draft.write({ ...content, written: { ...content.written, [locale]: changed } })}
            />
          ) : (
            <PlainText
              template={template}
              text={body.text}
              filled={preview.data?.text ?? null}
              locale={locale}
              isReadOnly={isReadOnly}
              onChange={(text) => write({ text })}
            />
          )}
        </>
      )}
    </div>
  )
  const sides = [
    {
      key: 'preview',
      label: t('templates.side.preview'),
      content: () =>
        preview.data === undefined && preview.error !== null ? (
          <NotLoaded query={preview} lines={8} />
        ) : (
          <PreviewPanel template={template} content={asked} locale={locale} sample={preview.data} />
        ),
    },
    {
      key: 'check',
      label: t('templates.side.check'),
      content: () => <CheckPanel template={template} content={asked} locale={locale} />,
    },
    {
      key: 'options',
      label: t('templates.side.options'),
      content: () => (
        <OptionsForm
          templateID={template.templateID}
          kind={kind}
          options={content.options}
          isReadOnly={isReadOnly}
          openGroup={openGroup}
          onGroupClosed={() => changeAddress({ options: '' })}
          smsProviders={template.smsProviders}
          statusFields={template.statusFields}
          onChange={(options) => draft.write({ ...content, options })}
          card={<LinkCard usual={template.usualCard} options={content.options} locale={locale} />}
          server={kind === 'email' && !template.section && server?.({ customerID, templateID: template.templateID, name: template.name })}
        />
      ),
    },
    {
      key: 'revisions',
      label: t('templates.side.revisions'),
      content: () => <RevisionsPanel template={template} draft={draft} locale={locale} />,
    },
  ]
  // Where there is no room for both, writing is the first tab.
  const isNarrow = useMedia(narrowEditor)
  const tabs = isNarrow ? [{ key: 'write', label: t('templates.side.write'), content: writing }, ...sides] : sides
  const [first] = tabs
  return (
    <div className={styles.editor}>
      <LeaveQuestion keepsWithin isUnsaved={isUnsaved} />
      <TemplateHead template={template} draft={draft} blocking={blocking} passable={passable} onCopied={onCopied} />
      <DraftNotices draft={draft} />
      <div className={styles.columns}>
        {!isNarrow && writing}
        <aside className={styles.side} aria-label={t('templates.side.label')}>
          <FoldingFaults faults={faults} isOneLanguage={isOneLanguage} mendingOf={mendingOf} placeOf={placeOf} />
          <Tabs
            label={t('templates.side.label')}
            value={tabs.some(({ key }) => key === side) ? side : (first?.key ?? '')}
            onChange={(key) => changeAddress({ side: key === first?.key ? '' : key, options: '' })}
            tabs={tabs}
          />
        </aside>
      </div>
    </div>
  )
}

/** A colleague's newer draft, or a refusal to keep ours. */
function DraftNotices({ draft }: { draft: TemplateDraft }) {
  const t = useText()
  const by = personName(draft.theirs?.draftBy ?? '')
  const words = {
    title: t('templates.conflict.title', { by }),
    text: t('templates.conflict.text'),
    theirs: t('templates.conflict.theirs'),
    mine: t('templates.conflict.mine'),
  }
  return <DraftTrouble draft={draft} words={words} />
}
