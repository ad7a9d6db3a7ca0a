import { type Dialing, dropMark, dropRulesOf } from '@regie/contract/dialing.ts'
import type { ScriptInfo } from '@regie/contract/script-settings.ts'
import { formatNumber, formatShareExactly } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'
import { KeyValueList } from '../../ui/key-value-list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { markLook } from '../../ui/mark-look.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressMeter } from '../../ui/progress.tsx'
import { useDialing } from './scripts-data.ts'
import styles from './scripts.module.css'

/** How a script that is paced by its agents dials now, and what an hour of calls says about it. */
export function DialingPanel({ script }: { script: ScriptInfo }) {
  const t = useText()
  const dialing = useDialing(script.scriptID)
  return (
    <Panel title={t('scripts.dialing.title')}>
      <Loaded query={dialing}>
        {({ queue, agents, waiting, dialling, mayBegin, heldBack, factor, mode, hour, dropRate, bounds }) =>
          queue === null ? (
            <p className={styles.soft}>{t('scripts.dialing.noQueue')}</p>
          ) : (
            <div className={styles.form}>
              {heldBack && mode === 'predictive' && (
                <Notice icon="alert" title={t('scripts.dialing.heldBack')}>
                  {t('scripts.dialing.heldBackText', { fine: formatShareExactly(dropRulesOf(bounds).fine) })}
                </Notice>
              )}
              <KeyValueList
                isCompact
                items={[
                  { key: 'queue', label: t('scripts.dialing.queue'), value: queue },
                  { key: 'agents', label: t('scripts.dialing.agents'), value: t('scripts.dialing.agentsNow', agents) },
                  { key: 'waiting', label: t('scripts.dialing.waiting'), value: formatNumber(waiting) },
                  { key: 'dialling', label: t('scripts.dialing.dialling'), value: formatNumber(dialling) },
                  { key: 'mayBegin', label: t('scripts.dialing.mayBegin'), value: formatNumber(mayBegin) },
                  ...(mode === 'predictive' ? [{ key: 'factor', label: t('scripts.dialing.factor'), value: formatNumber(factor) }] : []),
                ]}
              />
              <DropGauge hour={hour} rate={dropRate} bounds={bounds} />
            </div>
          )
        }
      </Loaded>
    </Panel>
  )
}

/** The drop rate of the last hour against its bounds, by colour, icon and word; nothing is said of an hour without answered calls. */
function DropGauge({ hour, rate, bounds }: { hour: Dialing['hour']; rate: number; bounds: Dialing['bounds'] }) {
  const t = useText()
  const mark = dropMark(rate, bounds)
  const { tone } = markLook[mark]
  const most = bounds.limitPercent
  return (
    <div>
      <div className={styles.gauge}>
        <span>{t('scripts.dialing.dropRate')}</span>
        {hour.answered > 0 && (
          <Badge tone={tone} icon={markLook[mark].icon}>
            {t(`scripts.dialing.marks.${mark}`)}
          </Badge>
        )}
        <strong className="numbers">{formatShareExactly(rate)}</strong>
      </div>
      <ProgressMeter total={most} parts={[{ tone, value: Math.min(rate * 100, most), label: t('scripts.dialing.dropRate') }]} />
      <p className={styles.soft}>{t('scripts.dialing.hour', { ...hour, most: formatShareExactly(most / 100) })}</p>
    </div>
  )
}
