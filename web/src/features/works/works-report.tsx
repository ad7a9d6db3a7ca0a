import { type Experiment, worksReportApi } from '@regie/contract/works-report.ts'
import { SaveReport } from '../../session/save-report.tsx'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { useAddress } from '../../session/address.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { PeriodInput } from '../../ui/dates/period-input.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import styles from '../../ui/report/report.module.css'
import { ExperimentFigures } from './experiment-figures.tsx'
import { downloadWorks, useExperiments } from './works-data.ts'
import own from './works.module.css'

type WorksReportProps = { customerID: number; scriptID: number | null }

const keyOf = ({ scriptID, step }: Pick<Experiment, 'scriptID' | 'step'>) => `${scriptID} ${step}`

/** Which variant of an experiment works: chosen by script and step, over the days on which its cases were divided. Every choice stands in the address. */
export function WorksReport({ customerID, scriptID }: WorksReportProps) {
  const t = useText()
  const [address, change] = useAddress(['script', 'step', 'from', 'until'])
  return (
    <Loaded query={useExperiments(customerID, scriptID)} lines={8}>
      {(experiments) => {
        const chosen = experiments.find((one) => keyOf(one) === `${address.script} ${address.step}`) ?? experiments[0]
        if (chosen === undefined)
          return (
            <EmptyState
              icon="flask"
              title={t('works.none.title')}
              text={t('works.none.text')}
              action={<AppLink to={paths.scripts()}>{t('works.none.scripts')}</AppLink>}
            />
          )
        const scope = { customerID, scriptID: chosen.scriptID, step: chosen.step, from: address.from, until: address.until }
        return (
          <div className={styles.report}>
            <div className={styles.top}>
              <div className={styles.filters}>
                <div className={own.choice}>
                  <SearchSelect
                    {...{ label: t('works.experiment'), isLabelHidden: true, value: keyOf(chosen) }}
                    options={experiments.map((one) => ({
                      value: keyOf(one),
                      label: t(one.live ? 'works.choice' : 'works.choiceEarlier', { script: one.script, step: one.name }),
                    }))}
                    onChange={(value) => {
                      const [script = '', step = ''] = value.split(' ')
                      change({ script, step })
                    }}
                  />
                </div>
                <PeriodInput label={t('works.period')} value={{ from: address.from, until: address.until }} onChange={change} />
                {address.from === '' && address.until === '' && <p className={styles.hint}>{t('works.usual')}</p>}
              </div>
              <SaveReport of={worksReportApi.file} download={(locale) => downloadWorks(scope, locale)} />
            </div>
            <ExperimentFigures scope={scope} />
          </div>
        )
      }}
    </Loaded>
  )
}
