import { dropRules } from '@regie/contract/dialing.ts'
import type { ScriptInfo } from '@regie/contract/script-settings.ts'
import { formatNumber, formatShare, formatShareExactly } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { KeyValueList } from '../../ui/key-value-list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
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
        {({ queue, agents, waiting, dialling, mayBegin, heldBack, factor, mode, hour, dropRate }) =>
          queue === null ? (
            <p className={styles.soft}>{t('scripts.dialing.noQueue')}</p>
          ) : (
            <div className={styles.form}>
              {heldBack && mode === 'predictive' && (
                <Notice icon="alert" title={t('scripts.dialing.heldBack')}>
                  {t('scripts.dialing.heldBackText', { fine: formatShare(dropRules.fine) })}
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
              <div>
                <div className={styles.gauge}>
                  <span>{t('scripts.dialing.dropRate')}</span>
                  <strong className="numbers">{formatShareExactly(dropRate)}</strong>
                </div>
                <ProgressMeter
                  total={dropRules.most}
                  parts={[
                    {
                      tone: dropRate >= dropRules.most ? 'error' : 'success',
                      value: Math.min(dropRate, dropRules.most),
                      label: t('scripts.dialing.dropRate'),
                    },
                  ]}
                />
                <p className={styles.soft}>{t('scripts.dialing.hour', { ...hour, most: formatShareExactly(dropRules.most) })}</p>
              </div>
            </div>
          )
        }
      </Loaded>
    </Panel>
  )
}
