import type { TemplateFault } from '@regie/contract/templates.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import styles from './templates.module.css'

type FaultListProps = {
  faults: readonly TemplateFault[]
  isOneLanguage?: boolean
  /** Mends a fault; undefined: only its writer can. */
  mendingOf?: (fault: TemplateFault) => (() => void) | undefined
  /** Leads to the option that it is about; undefined: it is about the words. */
  placeOf?: (fault: TemplateFault) => (() => void) | undefined
}

/** The same; on a phone one line that says how much, so that the text itself is in view. */
export function FoldingFaults(props: FaultListProps) {
  const t = useText()
  const isPhone = useIsPhone()
  const { faults } = props
  if (!isPhone || faults.length < 2) return <FaultList {...props} />
  const blocking = faults.filter(({ blocks }) => blocks).length
  return (
    <details className={styles.foldedFaults}>
      <summary data-blocks={blocking > 0 || undefined}>
        <Icon name={blocking > 0 ? 'error' : 'alert'} size={16} />
        {t('templates.faults.count', { count: faults.length, blocking })}
      </summary>
      <FaultList {...props} />
    </details>
  )
}

/** What is wrong with the text, what keeps it from being sent first; in which language, where there is more than one. */
export function FaultList({ faults, isOneLanguage = false, mendingOf, placeOf }: FaultListProps) {
  const t = useText()
  if (faults.length === 0)
    return (
      <p className={styles.good}>
        <Icon name="check" size={16} /> {t('templates.faults.none')}
      </p>
    )
  return (
    <ul className={styles.faults} aria-label={t('templates.faults.label')}>
      {faults
        .toSorted((a, b) => Number(b.blocks) - Number(a.blocks))
        .map((one) => {
          const { fault, detail, locale, place, blocks } = one
          const words = t(`templates.faults.${fault}`, { detail })
          const mend = mendingOf?.(one)
          const show = placeOf?.(one)
          return (
            <li key={`${fault} ${locale} ${place} ${detail}`} data-blocks={blocks || undefined}>
              <Icon name={blocks ? 'error' : 'alert'} size={16} />
              <span>
                {isPlaced(one) && <b>{t(`templates.faults.places.${one.place}`)}: </b>}
                {words} {!isOneLanguage && <span className={styles.soft}>({t(`templates.languages.${locale}`)})</span>}
              </span>
              {mend !== undefined && (
                <Button kind="quiet" onPress={mend}>
                  {t('templates.faults.mend')}
                  <span className="visually-hidden">: {words}</span>
                </Button>
              )}
              {show !== undefined && (
                <Button kind="quiet" onPress={show}>
                  {t('templates.faults.show')}
                  <span className="visually-hidden">: {words}</span>
                </Button>
              )}
            </li>
          )
        })}
    </ul>
  )
}

// The words of the others say themselves where.
const ofAnyPlace: readonly TemplateFault['fault'][] = ['capitals', 'exclamations']
const isPlaced = (fault: TemplateFault): fault is TemplateFault & { place: 'subject' | 'preheader' } =>
  fault.place !== 'text' && ofAnyPlace.includes(fault.fault)
