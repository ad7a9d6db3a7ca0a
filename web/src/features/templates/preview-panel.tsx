import type { Locale } from '@regie/contract/locale.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { TemplateDetail, TemplatePreview as Preview } from '@regie/contract/templates.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { useRight } from '../../session/use-right.ts'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { useTyping } from '../../ui/use-typing.ts'
import { TemplatePreview } from './template-preview.tsx'
import styles from './templates.module.css'
import { type Content, useCasePreview, useSampleCases, useTestMail } from './templates-data.ts'

type PreviewPanelProps = { template: TemplateDetail; content: Content; locale: Locale; sample: Preview | undefined }

/** The text as a sample person or a real case gets it, and as a test mail to oneself. */
export function PreviewPanel({ template, content, locale, sample }: PreviewPanelProps) {
  const t = useText()
  const mayCases = useRight(Right.viewCases)
  const mayTest = useRight(Right.changeTemplates) && template.kind === 'email' && !template.section
  const [chosen, setChosen] = useState<Chosen | null>(null)
  return (
    <div className={styles.preview}>
      {mayCases && <CaseChoice customerID={template.customerID} chosen={chosen} onChoose={setChosen} />}
      {chosen !== null ? (
        <OfCase chosen={chosen} template={template} content={content} locale={locale} />
      ) : sample === undefined ? null : (
        <TemplatePreview
          templateID={template.templateID}
          preview={sample}
          approved={approvedIn(content, locale)}
          about={t('templates.preview.sample')}
        />
      )}
      {mayTest && <TestMail templateID={template.templateID} content={content} locale={locale} />}
    </div>
  )
}

const approvedIn = ({ written }: Content, locale: Locale) => (written[locale] ?? written.nl).approved

type Chosen = { caseID: number; caseNumber: string; name: string }

/** Whose data fill the text: the sample person, one of the newest cases, or one that is looked for. */
function CaseChoice({
  customerID,
  chosen,
  onChoose,
}: {
  customerID: number
  chosen: Chosen | null
  onChoose: (chosen: Chosen | null) => void
}) {
  const t = useText()
  const [wanted, setWanted] = useState('')
  const [text, type] = useTyping(wanted, setWanted)
  const { rows, isLoading } = useSampleCases(customerID, wanted)
  const listed = chosen === null || rows.some(({ caseID }) => caseID === chosen.caseID) ? rows : [chosen, ...rows]
  const options = listed.map(({ caseID, caseNumber, name }) => ({ value: String(caseID), label: `${caseNumber} · ${name}` }))
  return (
    <div className={styles.pair}>
      <TextInput
        type="search"
        label={t('templates.preview.findCase')}
        value={text}
        maxLength={200}
        error={!isLoading && rows.length === 0 ? t('templates.preview.noCase') : undefined}
        onChange={type}
      />
      <SelectInput
        label={t('templates.preview.case')}
        value={String(chosen?.caseID ?? '')}
        options={[{ value: '', label: t('templates.preview.sampleCase') }, ...options]}
        onChange={(value) => onChoose(listed.find(({ caseID }) => String(caseID) === value) ?? null)}
      />
    </div>
  )
}

function OfCase({ chosen, template, content, locale }: Omit<PreviewPanelProps, 'sample'> & { chosen: Chosen }) {
  const t = useText()
  const { customerID, kind } = template
  const query = useCasePreview(chosen.caseID, { ...content, customerID, kind, locale })
  if (query.data === undefined) return <NotLoaded query={query} lines={8} />
  const { missing } = query.data
  return (
    <>
      {missing.length > 0 && <Notice tone="warning">{t('templates.preview.caseMissing', { names: missing.join(', ') })}</Notice>}
      <TemplatePreview
        templateID={template.templateID}
        preview={query.data}
        approved={approvedIn(content, locale)}
        about={t('templates.preview.caseShown', { number: chosen.caseNumber })}
      />
    </>
  )
}

function TestMail({ templateID, content, locale }: { templateID: number; content: Content; locale: Locale }) {
  const t = useText()
  const test = useTestMail()
  const send = async () => {
    const done = await test.mutateAsync({ params: { templateID }, body: { ...content, locale } }).catch(() => null)
    if (done) notify(t(done.simulated ? 'templates.preview.testedSimulated' : 'templates.preview.tested', { to: done.to }))
  }
  return (
    <div className={styles.tools}>
      <Button icon={<Icon name="mail" size={16} />} isBusy={test.isPending} onPress={() => void send()}>
        {t('templates.preview.test')}
      </Button>
      {test.error !== null && <FailureText failure={test.error} />}
    </div>
  )
}
