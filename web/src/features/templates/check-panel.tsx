import type { Locale } from '@regie/contract/locale.ts'
import type { Readability, TemplateDetail, TemplateLint } from '@regie/contract/templates.ts'
import type { ReactNode } from 'react'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { formatNumber } from '../../locales/format.ts'
import type { Tone } from '../../theme/colours.ts'
import { Badge } from '../../ui/badge.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { ProgressMeter } from '../../ui/progress.tsx'
import styles from './check-panel.module.css'
import { type Content, useLint } from './templates-data.ts'

const looks: Record<Readability['level'], { tone: Tone; icon: IconName }> = {
  A2: { tone: 'success', icon: 'check' },
  B1: { tone: 'success', icon: 'check' },
  B2: { tone: 'warning', icon: 'alert' },
  C1: { tone: 'error', icon: 'alert' },
}

type CheckPanelProps = { template: TemplateDetail; content: Content; locale: Locale }

/** How a text reads and what to change first, and of how many real cases it would lack a field. */
export function CheckPanel({ template, content, locale }: CheckPanelProps) {
  const t = useText()
  const query = useLint(template.templateID, { ...content, locale })
  if (query.data === undefined) return <NotLoaded query={query} lines={8} />
  const { readability, sample } = query.data
  return (
    <div className={styles.panel} aria-busy={query.isFetching}>
      <Part title={t('templates.check.reading')}>
        {readability === null ? <p className={styles.soft}>{t('templates.check.tooShort')}</p> : <Reading read={readability} />}
      </Part>
      <Part title={t('templates.check.sample')}>
        {sample === null ? <p className={styles.soft}>{t('templates.check.noRight')}</p> : <Sample template={template} sample={sample} />}
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Reading({ read }: { read: Readability }) {
  const t = useText()
  const { level, score, averageWords, words, longSentences, longWords } = read
  return (
    <>
      <p className={styles.verdict}>
        <Badge {...looks[level]}>{level}</Badge> <span>{t(`templates.check.levels.${level}`)}</span>
      </p>
      <ProgressMeter parts={[{ tone: looks[level].tone, value: score, label: t('templates.check.score', { score }) }]} total={100} />
      <p className={styles.soft}>
        {t('templates.check.score', { score })} · {t('templates.check.average', { words: formatNumber(averageWords), count: words })}
      </p>
      {longSentences.length > 0 && (
        <>
          <h4>{t('templates.check.longSentences')}</h4>
          <ul className={styles.list}>
            {longSentences.map((one) => (
              <li key={one.begin}>
                <span className={styles.count}>{t('templates.check.words', { count: one.words })}</span> {one.begin}
              </li>
            ))}
          </ul>
        </>
      )}
      {longWords.length > 0 && (
        <>
          <h4>{t('templates.check.longWords')}</h4>
          <p>{longWords.join(', ')}</p>
        </>
      )}
    </>
  )
}

function Sample({ template, sample }: { template: TemplateDetail; sample: NonNullable<TemplateLint['sample']> }) {
  const t = useText()
  const { looked, complete, lacking } = sample
  if (looked === 0) return <p className={styles.soft}>{t('templates.check.noCases')}</p>
  const labelOf = (key: string) => template.fields.find((field) => field.key === key)?.label
  const isGood = complete === looked
  return (
    <>
      <p className={styles.verdict}>
        <Badge tone={isGood ? 'success' : 'warning'} icon={isGood ? 'check' : 'alert'}>
          {t('templates.check.complete', { complete, looked })}
        </Badge>
      </p>
      <ProgressMeter
        parts={[{ tone: isGood ? 'success' : 'warning', value: complete, label: t('templates.check.complete', { complete, looked }) }]}
        total={looked}
      />
      {lacking.length > 0 && (
        <ul className={styles.list}>
          {lacking.map(({ field, count }) => (
            <li key={field}>
              <span className={styles.count}>{t('templates.check.lacks', { count, looked })}</span>{' '}
              <Named label={labelOf(field)} field={field} />
            </li>
          ))}
        </ul>
      )}
      <p className={styles.soft}>{t(isGood ? 'templates.check.completeText' : 'templates.check.lackingText')}</p>
    </>
  )
}

function Named({ label, field }: { label: TemplateDetail['fields'][number]['label'] | undefined; field: string }) {
  const locale = useLocale()
  return <span title={`{{${field}}}`}>{label?.[locale] || field}</span>
}
